// A verifier that answers obligato's protocol: put yours into `decide`.
"use strict";

const DECLARED = {
  version: "obligato/verifier/1",
  name: "kit",
  language: "JavaScript",
  decides: ["plan", "finish"],
  claims: [],
  limits: { batch: 64 },
};

// Return a verdict on a case: here is the place for your verifier.
function decide(document) {
  if (document.schema === "obligato/case/1") return { verdict: "reject" };
  const claims = document.certificate.claims ?? [];
  return { verdict: "continue", codes: claims.length ? [] : ["MISSING_SLOT"] };
}

function answer(asked) {
  try {
    return { ...decide(asked.case), seq: asked.seq };
  } catch (error) {
    return { errored: { message: String(error) }, seq: asked.seq };
  }
}

function reply(message) {
  if (message?.cmd === "start") return DECLARED;
  if (message?.cmd !== "run") return { error: { message: "unknown message" } };
  return message.batch ? { batch: message.batch.map(answer) } : answer(message);
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

// Lines end with \n alone; node's readline would also split at U+2028.
let pieces = [];
process.stdin.on("data", (chunk) => {
  for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
    pieces.push(chunk.subarray(0, end));
    const message = parsed(Buffer.concat(pieces).toString("utf8"));
    pieces = [];
    if (message?.cmd === "stop") {
      process.stdin.destroy();
      return;
    }
    process.stdout.write(JSON.stringify(reply(message)) + "\n");
  }
  pieces.push(chunk);
});
