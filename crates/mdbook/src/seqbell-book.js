// Loads the Seqbell player on pages that have one. The print page keeps its still pictures.
if (document.querySelector("seqbell-player") && !/\/print(\.html)?$/.test(location.pathname)) {
  import("./seqbell/seqbell-player.js");
}
