// node example.mjs
import { Machine, address, decode, init } from 'seqbell';

await init();

// Start the sequencer, pause it by bit 2 of a remote word, and ring the start doorbell again.
const machine = new Machine({ generation: 'cayman' });
machine.script(`
  pc 0x1000200000
  until state == IDLE
  write start_ctrl 1
  until state == RUNNING
  remote 5 4
  queue 0xa1 sync=5
  until state == PAUSED
  write start_ctrl 1
  until state == RUNNING
`);
const { state, published, workPc } = machine.snapshot();
console.log(`the sequencer is ${state}; the host reads run_state ${published}; the work goes on at ${workPc}`);

// Every step back leads exactly where the machine has been.
const here = machine.digest();
machine.back(100);
machine.forth(100);
console.log(`same digest after 100 steps back and forth: ${machine.digest() === here}`);

// One write, sixteen engines.
const sum = address({ direction: 'm2s', group: 1, queue: 3 });
const { register, group } = decode(sum.address);
console.log(`${sum.address}: ${register} of group ${group}`);

try {
  machine.exec('write strat_ctrl 1');
} catch (error) {
  console.log(`${error.code} at column ${error.column}: ${error.message}`);
}
machine.free();
