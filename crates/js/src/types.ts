/** A word of the machine, an address, or another value of up to 64 bits, as text: "0x2d22". */
export type Hex = string;
/** What is taken where such a value is wanted: hex or decimal text, a BigInt, or a whole number that is exact. */
export type Whole = Hex | bigint | number;
/** Hardware generation. Maverick ships no image: a machine of it cannot be made. */
export type Generation = "cayman" | "sunda" | "mariana" | "mariana_plus" | "maverick";
/** The true state of the sequencer. */
export type RunState = "RESET" | "IDLE" | "ENTERING_RUN" | "RUNNING" | "PAUSED" | "HALTED" | "HALTED_FATAL" | "HALTED_DEBUG";
/** How sure a fact is, and what it rests on. */
export interface Evidence { confidence: "HIGH" | "MED" | "LOW"; basis: "OBSERVED" | "INFERRED" | "CARRIED" | "ABSENT" }

/** Something that happened: a step of the firmware, or an act of the host. */
export interface Event extends Evidence {
  /** Steps made by then. */
  step: number;
  /** "host", "csr_read", "csr_write", "call", "branch", "gap", "assumed" and so on. */
  kind: string;
  /** Address in Cayman's image; null where there is none. */
  pc: Hex | null;
  /** The row of the facts behind it; null where there is none. */
  fact: string | null;
  /** What happened, in words. */
  text: string;
  /** The true state from now on, where the event changed it. */
  state: RunState | null;
  /** Whether the printed operands agree with the effect; null where there is nothing to compare. */
  confirmed: boolean | null;
  /** Something worth knowing about an act that went through. */
  warning: string | null;
}

/** What a command told, in the order in which it happened. */
export interface Answer {
  /** Events, the newest 10,000. */
  events: Event[];
  /** Older events that are left out here; `eventsSince` gives them. */
  leftOut: number;
  /** Remarks, such as why a run ended. */
  notices: string[];
  /** The checks (`expect`, `until`, `refused`). */
  checks: { passed: boolean; what: string; why: string }[];
}

/** How far a run came. */
export interface Moved {
  /** Steps made, or gone back. */
  made: number;
  /** Steps made since the beginning. */
  step: number;
  state: RunState;
  /** Why it ended before all steps were made; null if it did not. */
  stopped: string | null;
}

/** A register, looked at without reading it. */
export interface Register extends Evidence {
  name: string;
  /** Where this generation has it; null where nobody knows. */
  address: Hex | null;
  /** Its value; null where nobody knows. */
  value: Hex | null;
}

/** A descriptor ring that somebody touched. Pointers are in descriptors. */
export interface Ring {
  engine: number;
  direction: "m2s" | "s2m";
  queue: number;
  length: number;
  head: number;
  tail: number;
  /** The 2-bit ring id beside the tail. */
  ringId: number;
  /** Descriptors armed and not yet taken; a sum of counts, so it may grow beyond the length. */
  outstanding: Hex;
  /** More was armed than the ring holds. */
  overrun: boolean;
}

/** The machine at one moment. */
export interface Snapshot {
  generation: Generation;
  step: number;
  state: RunState;
  /** What the host reads from run_state; after a resume it differs from `state`. */
  published: Hex | null;
  flag: Hex | null;
  reason: Hex | null;
  /** Address of the next row, in Cayman's image. */
  pc: Hex;
  routine: string;
  /** The PC of the work, 64 bits; null before it is known. */
  workPc: Hex | null;
  /** Depth of the call stack. */
  depth: number;
  registers: Register[];
  rings: Ring[];
  /** Items in the work queue. */
  queued: number;
}

/** A term of the address sum. */
export interface Term extends Evidence { name: string; value: Hex; fact: string }
/** A doorbell address, term by term. */
export interface Sum extends Evidence { generation: Generation; address: Hex; terms: Term[] }

/** What an address is; null is what does not apply. */
export interface Decoded {
  address: Hex;
  generation: Generation;
  plane: "data" | "control" | "event" | "local" | null;
  block: string | null;
  die: number | null;
  group: number | null;
  engine: number | null;
  direction: "m2s" | "s2m" | null;
  queue: number | null;
  register: string | null;
  access: string | null;
  fact: string | null;
  confidence: Evidence["confidence"] | null;
  basis: Evidence["basis"] | null;
  /** Why there is no register. */
  reason: string | null;
  note: string | null;
  /** The fields of the value, if one was given. */
  fields: { name: string; msb: number; lsb: number; value: Hex }[];
}

/** What is thrown: an Error with a place. */
export interface SeqbellError extends Error {
  name: "SeqbellError";
  /** "syntax": not understood; "refused": the machine refuses it; "argument": a call with something else than it takes. */
  code: "syntax" | "refused" | "argument";
  /** Line, from 1; 0 if there is no text. */
  line: number;
  /** Column in characters, from 1; 0 if there is no text. */
  column: number;
  /** What would be right; may be empty. */
  hint: string;
}
