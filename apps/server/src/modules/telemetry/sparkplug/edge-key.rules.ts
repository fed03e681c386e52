/** An edge node or one of its devices. */
export interface EdgeKey {
  readonly group: string
  readonly node: string
  readonly device: string | null
}

const prefix = 'spB:'

/** Key of a device in the inbox and, once adopted, of the machine: `spB:group/node/device`. */
export const edgeKey = ({ group, node, device }: EdgeKey): string =>
  `${prefix}${group}/${node}${device === null ? '' : `/${device}`}`

export const isEdgeKey = (key: string): boolean => key.startsWith(prefix)

/** The node of a device's key; null: not a Sparkplug device. */
export function nodeOfKey(key: string): EdgeKey | null {
  if (!isEdgeKey(key)) return null
  const [group, node] = key.slice(prefix.length).split('/')
  return group && node ? { group, node, device: null } : null
}
