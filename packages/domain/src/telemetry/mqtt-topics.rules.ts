/**
 * Whether an MQTT filter with `+` and `#` matches a topic, MQTT 3.1.1 §4.7. Wildcards do not match topics that begin
 * with `$`.
 */
export function covers(filter: string, topic: string): boolean {
  if (topic.startsWith('$') !== filter.startsWith('$')) return false
  const filterLevels = filter.split('/')
  const topicLevels = topic.split('/')
  for (const [place, word] of filterLevels.entries()) {
    if (word === '#') return true
    const there = topicLevels[place]
    if (there === undefined || (word !== '+' && word !== there)) return false
  }
  return filterLevels.length === topicLevels.length
}
