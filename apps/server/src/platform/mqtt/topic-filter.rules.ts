/**
 * Whether an MQTT filter with `+` and `#` matches a topic, MQTT 3.1.1 §4.7. Wildcards do not match topics that begin
 * with `$`.
 */
export function covers(filter: string, topic: string): boolean {
  if (topic.startsWith('$') !== filter.startsWith('$')) return false
  const wanted = filter.split('/')
  const given = topic.split('/')
  for (const [place, word] of wanted.entries()) {
    if (word === '#') return true
    const there = given[place]
    if (there === undefined || (word !== '+' && word !== there)) return false
  }
  return wanted.length === given.length
}

/** Why a gateway cannot get a filter; null when it can. A filter must name at least its first level. */
export function filterFault(filter: string): 'shape' | 'wide' | null {
  const words = filter.split('/')
  const isWell = words.every(
    (word, place) =>
      word === '+' || (word === '#' && place === words.length - 1) || !/[+#\p{Cc}]/u.test(word),
  )
  if (!isWell || filter.length > 200 || filter === '' || filter.startsWith('$')) return 'shape'
  const first = filter.startsWith('/') ? words[1] : words[0]
  return first === undefined || first === '' || first === '+' || first === '#' ? 'wide' : null
}
