const [recovers, redone] = [
  /LOG: +database system was not properly shut down/,
  /LOG: +redo (done|is not required)/,
]
/** Further lines of a normal recovery. */
const usual = /LOG: +(redo (starts at|in progress)|consistent recovery state)/
/** How an intact write-ahead log ends: in unused space, in a reused file, or at the last file. */
const wholeEnd =
  /invalid record length at \S+: expected at least \d+, got 0$|unexpected pageaddr|invalid magic number 0000 |could not open file "pg_wal\//
const lineOf = /(?:LOG|FATAL|PANIC): +(.*)$/

/**
 * The damage at the end of the write-ahead log, in the engine's words, found in the lines of its start; null: none.
 * The engine reads nothing after the damage and continues as if the log ended there.
 */
export function damagedEnd(lines: readonly string[]): string | null {
  const begin = lines.findIndex((line) => recovers.test(line))
  if (begin < 0) return null
  const rest = lines.slice(begin + 1)
  const end = rest.findIndex((line) => redone.test(line))
  const read = rest.slice(0, end < 0 ? rest.length : end)
  const wrong = read.find((line) => lineOf.test(line) && !usual.test(line) && !wholeEnd.test(line))
  return wrong === undefined ? null : (lineOf.exec(wrong)?.[1] ?? wrong)
}

/** Why the engine did not start, in its own words; null when it gave no reason. */
export function errorOf(lines: readonly string[]): string | null {
  const last = lines.findLast((line) => /(?:FATAL|PANIC): /.test(line))
  return last === undefined ? null : (lineOf.exec(last)?.[1] ?? last)
}
