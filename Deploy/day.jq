# The sums of `Deploy/try --day`: what was published, what became of it, and what does not agree.
# Lines of faults begin with "fault: ".

def pad($width): . + " " * ([0, $width - length] | max);
def right($width): tostring | " " * ([0, $width - length] | max) + .;
def row($a; $b; $c): [., ($a | right(11)), ($b | right(11)), ($c | right(11))]
  | (.[0] | pad(28)) + (.[1:] | add);

# A receipt may come more than once, as at QoS 1 anything may; `seq` tells.
($received | map(select(.receipt))) as $come
| ($come | unique_by(.seq)) as $all
| ($all | map(select(.duplicate | not))) as $receipts
| ($all | map(select(.duplicate))) as $again
| ($receipts | map(select(.receipt == "delivered"))) as $delivered
| ($receipts | map(select(.receipt == "handled"))) as $handled
| ($published | map(select(.kind == "command"))) as $commands
| ($published | map(select(.kind == "copy"))) as $copies
| ($published | map(select(.kind == "acknowledgement"))) as $acknowledgements
| ($handled | map(select(.outcome == "summarized") | .reason | ltrimstr("summary ")) | unique) as $summaries

# What must have become of each attempt: those of an id are counted in the order of publishing.
| ([($commands | group_by(.id)[] | to_entries[] | .value + {attempt: (.key + 1)}),
    ($summaries[] | {id: ., attempt: 1, outcome: "played"})]) as $expected
| ($expected | map(.id as $id | .attempt as $attempt | . + {
    delivered: ($delivered | map(select(.id == $id and .attempt == $attempt)) | length),
    handled: ($handled | map(select(.id == $id and .attempt == $attempt) | .outcome))
  })) as $seen

| def counts($list): [($list | map(.outcome) | group_by(.)[] | {key: .[0], value: length})] | from_entries;
  def mine: map(select(.id as $id | $summaries | index($id) | not));
  def boxes: map(select(.id as $id | $summaries | index($id)));

  ("" | row("published"; "delivered"; "handled")),
  ("orders and payments" | row($commands | length; $delivered | mine | length; $handled | mine | length)),
  ("summaries by the box" | row($summaries | length; $delivered | boxes | length; $handled | boxes | length)),
  ("all" | row(($commands | length) + ($summaries | length); $delivered | length; $handled | length)),
  ("copies, receipted again" | row($copies | length;
    $again | map(select(.receipt == "delivered")) | length;
    $again | map(select(.receipt == "handled")) | length)),
  ("acknowledging messages" | row($acknowledgements | length; "-"; "-")),
  "",
  ("handled: " + ([counts($handled) | to_entries[] | "\(.value) \(.key)"] | join(" + ")) + " = \($handled | length)"),
  "receipts: \($all | length), numbered \($all[0].seq) to \($all[-1].seq); \(($come | length) - ($all | length)) came again",

  ($seen[] | select(.handled != [.outcome])
    | "fault: \(.id), attempt \(.attempt): should be \(.outcome), is \(.handled | join(" and ") | if . == "" then "not handled" else . end)"),
  # What is rejected was not taken, so it has no receipt that says so.
  ($seen[] | (if .outcome == "rejected" then 0 else 1 end) as $due | select(.delivered != $due)
    | "fault: \(.id), attempt \(.attempt): has \(.delivered) receipts that it was delivered, not \($due)"),
  (($receipts | map(.id) | unique) - ($expected | map(.id) | unique) | .[]
    | "fault: \(.): nobody published it"),
  (if ($handled | length) == ($expected | length) then empty
    else "fault: \($expected | length) commands have \($handled | length) receipts that they were handled" end),
  (["delivered", "handled"][] as $kind | $copies[] | .id as $id
    | ($again | map(select(.receipt == $kind and .id == $id)) | length) as $count
    | select($count != 1) | "fault: the copy of \($id) was answered \($count) times with '\($kind)', not once"),
  (if ($all | map(.seq)) == [range(1; 1 + ($all | length))] then empty
    else "fault: there is a gap in the numbers of the receipts" end)
