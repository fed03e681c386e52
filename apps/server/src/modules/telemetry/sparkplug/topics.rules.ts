/** Kinds of messages of edge nodes and their devices (specification 3.0.0, chapter 4). */
const edgeMessages = ['NBIRTH', 'NDEATH', 'NDATA', 'DBIRTH', 'DDEATH', 'DDATA'] as const
export type EdgeMessageKind = (typeof edgeMessages)[number]

export interface EdgeTopic {
  readonly kind: EdgeMessageKind
  readonly group: string
  readonly node: string
  /** Null for messages of the node itself. */
  readonly device: string | null
}

const isKind = (word: string): word is EdgeMessageKind => (edgeMessages as readonly string[]).includes(word)

/** Parses `spBv1.0/{group}/{kind}/{node}[/{device}]`; null for every other topic, including commands and STATE. */
export function edgeTopic(topic: string): EdgeTopic | null {
  const [namespace, group, kind = '', node, device, ...more] = topic.split('/')
  if (namespace !== 'spBv1.0' || !group || !node || more.length > 0 || !isKind(kind)) return null
  const ofDevice = kind.startsWith('D')
  if (ofDevice !== (device !== undefined && device !== '')) return null
  return { kind, group, node, device: ofDevice ? (device ?? null) : null }
}

/** Topic where a host publishes its state. */
export const stateTopic = (hostId: string): string => `spBv1.0/STATE/${hostId}`
/** Topic where a host requests a rebirth from a node. */
export const commandTopic = (group: string, node: string): string => `spBv1.0/${group}/NCMD/${node}`

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
