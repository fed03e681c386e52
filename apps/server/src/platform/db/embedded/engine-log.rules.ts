const [recovers, redone] = [
  /LOG: +database system was not properly shut down/,
  /LOG: +redo (done|is not required)/,
]
/** What a recovery says besides. */
const usual = /LOG: +(redo (starts at|in progress)|consistent recovery state)/
/** How the write-ahead log ends where nothing is wrong: in unused room, in a file that is used again, at the last file. */
const wholeEnd =
  /invalid record length at \S+: expected at least \d+, got 0$|unexpected pageaddr|invalid magic number 0000 |could not open file "pg_wal\//
const lineOf = /(?:LOG|FATAL|PANIC): +(.*)$/

/**
 * What is wrong with the end of the write-ahead log, in the engine's words, by the lines of its start; null: nothing. After the
 * damage the engine reads nothing more, and goes on as if there had been nothing.
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

/** Why the engine did not start, in its words; null: it did not say. */
export function errorOf(lines: readonly string[]): string | null {
  const last = lines.findLast((line) => /(?:FATAL|PANIC): /.test(line))
  return last === undefined ? null : (lineOf.exec(last)?.[1] ?? last)
}
