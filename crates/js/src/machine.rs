//! The machine behind a handle. A command line is the only way to change it, as everywhere in Seqbell.

use crate::fail::{self, Code};
use crate::shape::{Answer, EVENTS_MAX, Event, Moved, Register, Snapshot, object};
use crate::take;
use seqbell_script::core::bus;
use seqbell_script::{Report, Session, link, parse_line, parse_script};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Steps of one call at most.
const STEPS_MAX: u64 = 1_000_000_000;

/// A session: a generation, and the commands given to it. Call `free()` when it is no longer needed.
#[wasm_bindgen]
pub struct Machine(Session);

#[wasm_bindgen]
impl Machine {
    /// A machine before its first step.
    /// @param options `generation` (default "cayman"), and a `script` to run at once.
    /// @throws {SeqbellError}
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "{ generation?: Generation; script?: string }")]
        options: JsValue,
    ) -> Result<Machine, JsValue> {
        let generation = take::generation(&take::option(&options, "generation"))?;
        let mut machine = Self(Session::new(generation).map_err(|r| fail::refused(&r))?);
        let script = take::option(&options, "script");
        if !script.is_undefined() {
            machine.script(script)?;
        }
        Ok(machine)
    }

    /// Carries out one command line.
    /// @throws {SeqbellError} Nothing has changed then.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn exec(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
    ) -> Result<JsValue, JsValue> {
        let line = take::text(&command, "the command")?;
        let mut answer = Answer::default();
        if let Some(command) = parse_line(&line).map_err(|e| fail::script(Code::Syntax, &e))? {
            self.0
                .carry_out(&command, &mut |report| answer.take(report))
                .map_err(|e| fail::script(Code::Refused, &e))?;
        }
        object(&answer.end())
    }

    /// Runs a whole script. It is read to its end before anything is done.
    /// @throws {SeqbellError} Where a line is refused, those before it stand.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn script(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    ) -> Result<JsValue, JsValue> {
        let text = take::text(&text, "the script")?;
        let mut answer = Answer::default();
        for (line, command) in parse_script(&text).map_err(|e| fail::script(Code::Syntax, &e))? {
            self.0
                .carry_out(&command, &mut |report| answer.take(report))
                .map_err(|e| fail::script(Code::Refused, &e.at_line(line)))?;
        }
        object(&answer.end())
    }

    /// Makes steps of the firmware.
    /// @param count Steps, 1 if left out.
    /// @throws {SeqbellError}
    #[wasm_bindgen(unchecked_return_type = "Moved")]
    pub fn step(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "Whole")] count: JsValue,
    ) -> Result<JsValue, JsValue> {
        let count = take::whole_or(&count, "the count", STEPS_MAX, 1)?;
        self.moved(&format!("step {count}"))
    }

    /// Runs until a breakpoint, or until the machine cannot go on.
    /// @param max Steps at most, 100,000 if left out.
    /// @throws {SeqbellError}
    #[wasm_bindgen(unchecked_return_type = "Moved")]
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "Whole")] max: JsValue,
    ) -> Result<JsValue, JsValue> {
        let max = take::whole_or(&max, "the number of steps", STEPS_MAX, 100_000)?;
        self.moved(&format!("run {max}"))
    }

    /// Goes back; at the beginning it stays.
    /// @param count Steps, 1 if left out.
    /// @throws {SeqbellError}
    #[wasm_bindgen(unchecked_return_type = "Moved")]
    pub fn back(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "Whole")] count: JsValue,
    ) -> Result<JsValue, JsValue> {
        let count = take::whole_or(&count, "the count", STEPS_MAX, 1)?;
        self.moved(&format!("back {count}"))
    }

    /// Goes on along the future that `back` has kept, host actions included; at its end it stays.
    /// @param count Steps, 1 if left out.
    /// @throws {SeqbellError}
    #[wasm_bindgen(unchecked_return_type = "Moved")]
    pub fn forth(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "Whole")] count: JsValue,
    ) -> Result<JsValue, JsValue> {
        let count = take::whole_or(&count, "the count", STEPS_MAX, 1)?;
        self.moved(&format!("forth {count}"))
    }

    /// The machine as it is now. Looking changes nothing.
    #[wasm_bindgen(unchecked_return_type = "Snapshot")]
    pub fn snapshot(&self) -> Result<JsValue, JsValue> {
        object(&Snapshot::from(self.0.machine()))
    }

    /// A register by its name or its address, looked at without reading it.
    /// @throws {SeqbellError} There is no such register, or nobody knows where this generation has it.
    #[wasm_bindgen(unchecked_return_type = "Register")]
    pub fn peek(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | bigint | number")] register: JsValue,
    ) -> Result<JsValue, JsValue> {
        let machine = self.0.machine();
        let name = register.as_string().filter(|text| !text.trim().starts_with(|c: char| c.is_ascii_digit()));
        let csr = match name {
            Some(name) => bus::find(name.trim()),
            None => {
                let addr = take::whole(&register, "the register", u64::from(u32::MAX))?;
                bus::resolve(machine.generation(), machine.assumptions(), addr as u32)
            }
        };
        object(&Register::of(machine, csr.map_err(|r| fail::refused(&r))?))
    }

    /// The history from a step on, oldest first.
    /// @param step The first step.
    /// @param limit Events at most, 10,000 if left out and at most.
    /// @throws {SeqbellError}
    #[wasm_bindgen(js_name = eventsSince, unchecked_return_type = "Event[]")]
    pub fn events_since(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Whole")] step: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Whole")] limit: JsValue,
    ) -> Result<JsValue, JsValue> {
        let step = take::whole(&step, "the step", u64::MAX)?;
        let limit = take::whole_or(&limit, "the limit", EVENTS_MAX as u64, EVENTS_MAX as u64)?;
        let events = self.0.timeline().events_since(step, limit as usize);
        object(&events.iter().map(Event::from).collect::<Vec<_>>())
    }

    /// One hash of all that has happened; the same natively, in the command line and in any browser.
    #[wasm_bindgen(unchecked_return_type = "Hex")]
    pub fn digest(&self) -> String {
        format!("{:#018x}", self.0.timeline().digest())
    }

    /// The session as a script that leads here from nothing.
    #[wasm_bindgen(js_name = toScript)]
    pub fn to_script(&self) -> String {
        self.0.to_script()
    }

    /// The session as the fragment of a link, without `#`.
    /// @throws {SeqbellError} It is too long for a link.
    pub fn link(&self) -> Result<String, JsValue> {
        link::encode(&self.0.to_script()).map_err(|sentence| fail::argument(&sentence))
    }
}

impl Machine {
    fn moved(&mut self, line: &str) -> Result<JsValue, JsValue> {
        let before = self.0.machine().steps();
        let mut notice = None;
        let mut listen = |report: &Report| match report {
            Report::Notice(text) => notice = Some(text.clone()),
            Report::Event(_) | Report::Thunk(..) | Report::Check { .. } | Report::Back(_) => {}
        };
        self.0.exec(line, &mut listen).map_err(|e| fail::script(Code::Refused, &e))?;
        let machine = self.0.machine();
        object(&Moved {
            made: machine.steps().abs_diff(before),
            step: machine.steps(),
            state: machine.state().name(),
            stopped: notice,
        })
    }
}
