/** An edge node or one of its devices. */
export interface EdgeKey {
  readonly group: string
  readonly node: string
  readonly device: string | null
}

const prefix = 'spB:'

/** What a device is known by in the inbox and, once it is taken over, as a machine: `spB:group/node/device`. */
export const edgeKey = ({ group, node, device }: EdgeKey): string =>
  `${prefix}${group}/${node}${device === null ? '' : `/${device}`}`

export const isEdgeKey = (key: string): boolean => key.startsWith(prefix)

/** The node of a device's key; null: it is no device of Sparkplug. */
export function nodeOfKey(key: string): EdgeKey | null {
  if (!isEdgeKey(key)) return null
  const [group, node] = key.slice(prefix.length).split('/')
  return group && node ? { group, node, device: null } : null
}
