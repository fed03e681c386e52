const nativeKinds = ['birth', 'status', 'telemetry', 'history', 'event'] as const
export type NativeKind = (typeof nativeKinds)[number]

export interface NativeTopic {
  /** `site/line/device`, the name by which machines are identified. */
  readonly device: string
  readonly kind: NativeKind
}

const form = /^sf\/v1\/([A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64})\/([a-z]{1,16})$/

/** Parses `sf/v1/{site}/{line}/{device}/{kind}`; null = another form. */
export function nativeTopic(topic: string): NativeTopic | null {
  const [, device, word] = form.exec(topic) ?? []
  const kind = nativeKinds.find((known) => known === word)
  return device === undefined || kind === undefined ? null : { device, kind }
}
