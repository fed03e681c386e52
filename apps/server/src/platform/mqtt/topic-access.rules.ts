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

interface Publisher {
  readonly code: string
  /** Filters of topics it may publish to. */
  readonly topics: readonly string[]
}

/**
 * The permissions of gateways as Mosquitto's `acl_file` (mosquitto.conf(5)): publish under their own filters, and
 * subscribe to no more than the embedded broker allows: the state of the Sparkplug host, and commands to their own
 * edge nodes.
 */
export const mosquittoAcl = (gateways: readonly Publisher[]): string =>
  gateways
    .map(({ code, topics }) =>
      [
        `user ${code}`,
        ...topics.map((topic) => `topic write ${topic}`),
        ...[...new Set(topics.flatMap(heardBy))].map((topic) => `topic read ${topic}`),
      ].join('\n'),
    )
    .map((lines) => `${lines}\n`)
    .join('\n')

/**
 * An edge node of group `g` publishes to `spBv1.0/g/…` and subscribes to `spBv1.0/g/NCMD/…`; one whose filter leaves
 * the group open receives no commands.
 */
function heardBy(topic: string): string[] {
  const [name, group = '', , node] = topic.split('/')
  if (name !== 'spBv1.0') return []
  const state = 'spBv1.0/STATE/#'
  if (group === '' || /[+#]/.test(group)) return [state]
  const nodes = node === undefined || node === '+' ? '#' : `${node}/#`
  return [state, `spBv1.0/${group}/NCMD/${nodes}`, `spBv1.0/${group}/DCMD/${nodes}`]
}
