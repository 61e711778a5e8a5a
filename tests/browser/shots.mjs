// Pictures of a page at three widths in both colour schemes, full length, in Chromium.
// Usage: node shots.mjs URL OUTDIR

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeAll, open, withPage } from "./browsers.mjs";

const [url, folder] = process.argv.slice(2);
if (!url || !folder) {
  console.error("usage: node shots.mjs URL OUTDIR");
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
try {
  for (const width of [1440, 768, 360]) {
    for (const scheme of ["light", "dark"]) {
      const path = join(folder, `${width}-${scheme}.png`);
      await withPage("chromium", { viewport: { width, height: 900 }, scheme }, async ({ page }) => {
        await open(page, url);
        await page.screenshot({ path, fullPage: true });
      });
      console.log(path);
    }
  }
} finally {
  await closeAll();
}
