"""A small trade for the tests of the surface: invoices that are paid and approved."""

from obligato.spec import Decision, Effect, Flag, Given, Int, Rows, Sort, Tool, World

Invoice, File, Line = Sort("Invoice"), Sort("File"), Sort("Line")
invoice, file, line = Invoice("invoice"), File("file"), Line("line")
paid, amount, cost = Flag("paid"), Int("amount"), Int("cost")
lines = Rows("lines", line, cost, key=line)
charged = Effect("charged", invoice)
overdue = Given("overdue", invoice)
approve = Decision("approve", of=[invoice])
pay = Tool(
    "pay",
    takes=[invoice],
    returns=[file, paid, amount, lines],
    makes=[charged(invoice)],
    fails="clean",
)
trade = World("trade", tools=[pay], decisions=[approve], relations=[overdue])
