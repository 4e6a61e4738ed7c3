"""The tables that a certificate is judged on: a small world of claims and receipts.

Each tool here is a table, and each call of it a row: nothing is called. What a
column holds is made by `model.finish.view`, from a contract, a ledger and a
certificate. Text that is ``""`` in a demand asks for nothing.

    certificate  one row: what the certificate says it is of
    contract     one row: what it must be of
    ledger       one row: the digest of the ledger that it is judged against
    owed         a row for each duty of the request, if there is one
    fixed        a row for each role that the contract binds; bound: as the record does
    decided      a row for each decision of the record
    said         a row for each slot that the record's own claim gives a value
    gap          a row for each tool whose log is not known to be complete
    slot         a row for each slot that the contract asks for
    demand       a row for each operand of a slot: what its evidence must be
    claim        a row for each claim, with what its evidence replays to
    operand      a row for each operand of a claim: the ids that it cites, and for each
                 the receipts of the ledger that have it
    receipt      a row for each receipt of the ledger
"""

from ..sorts import Bool, Int, Ratio, Sort, Time
from ..tools import Tool
from ..worlds import Rows

Task, Tenure, Digest = Sort("Task"), Sort("Tenure"), Sort("Digest")
SlotName, Part, Id = Sort("SlotName"), Sort("Part"), Sort("Id")
Value, Transform, Args = Sort("Value"), Sort("Transform"), Sort("Args")
ToolName, ColumnName, DecisionName = Sort("ToolName"), Sort("ColumnName"), Sort("Kind")
Entity, Attribute, Level = Sort("Entity"), Sort("Attribute"), Sort("Level")
Version, Source, Word = Sort("Version"), Sort("Source"), Sort("Word")
Role, Duty = Sort("Role"), Sort("Duty")

task, tenure, descriptor = Task("task"), Tenure("tenure"), Digest("descriptor")
digest = Digest("digest")
entity, attribute, level = Entity("entity"), Attribute("attribute"), Level("level")
since, until = Time("since"), Time("until")
version, source = Version("version"), Source("source")
name, part, tool = SlotName("name"), Part("part"), ToolName("tool")
value, number = Value("value"), Ratio("number")
arguments = Rows("arguments", ColumnName("argument"), value)

certificate = Tool("certificate", [], [task, descriptor, digest])
contract = Tool(
    "contract", [], [task, tenure, descriptor, Bool("extra"), Bool("sealed")]
)
ledger = Tool("ledger", [], [digest])
owed = Tool("owed", [], [Duty("duty")])
fixed = Tool("fixed", [], [Role("role"), value])
bound = Tool("bound", [], [Role("role"), value])
decided = Tool(
    "decided",
    [],
    [
        Id("id"),
        DecisionName("kind"),
        Args("args"),
        Word("verdict"),
        Role("party"),
        since,
    ],
)
said = Tool("said", [], [SlotName("slot"), value])
gap = Tool("gap", [], [tool])

slot = Tool(
    "slot",
    [],
    [
        name,
        Bool("mandatory"),
        Bool("nullable"),
        Ratio("tolerance"),
        DecisionName("approval"),  # the decision that it rests on; "": none
        Args("approved"),
        Rows("allowed", Transform("transform")),
    ],
)
demand = Tool(
    "demand",
    [],
    [
        SlotName("slot"),
        part,
        tool,
        arguments,
        entity,
        attribute,
        level,
        Bool("timed"),
        since,
        until,
        version,
        source,
        Int("fewest"),
        Int("most"),
    ],
)
claim = Tool(
    "claim",
    [],
    [
        SlotName("slot"),
        Bool("null"),
        value,
        Bool("numeric"),
        number,
        Transform("transform"),
        Id("decision"),
        Value("replayed"),
        Ratio("replays"),  # the same as a number, if it is one
        Bool("nothing"),  # its transform is `absent`, and finds nothing
        Bool("tied"),
    ],
)
evidence = (
    Id("id"),
    task,
    tenure,
    Id("call"),
    tool,
    Word("status"),
    Word("issuer"),
    Bool("validated"),
    Bool("complete"),
    Bool("live"),
    entity,
    attribute,
    level,
    since,
    until,
    version,
    source,
    Digest("args_digest"),  # as the runtime made it; "": it does not say
    Digest("response_digest"),
    Digest("of_args"),  # what the arguments of its call digest to
    Value("response"),
    Rows("reports", ColumnName("reported")),  # the columns that its tool answers
    Rows("calls", tool, Time("began"), Time("ended"), arguments),  # its call
)
rivals = Rows("rivals", *evidence)  # the other receipts of its call
repeats = Rows("repeats", *evidence)  # those of other calls, of one tool and arguments
receipt = Tool("receipt", [], [*evidence, rivals, repeats])
operand = Tool(
    "operand",
    [],
    [
        SlotName("slot"),
        part,
        Bool("whole"),  # what is derived is of all rows, not of one
        ColumnName("reads"),  # the column that it reads
        Rows("cites", Id("cited"), Rows("found", *evidence, rivals, repeats)),
    ],
)
TABLES = (
    certificate,
    contract,
    ledger,
    owed,
    fixed,
    bound,
    decided,
    said,
    gap,
    slot,
    demand,
    claim,
    operand,
    receipt,
)
