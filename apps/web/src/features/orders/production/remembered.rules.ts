/** What a person who reports sets once and keeps. */
export interface Remembered {
  readonly processId: string | null
  readonly crewId: string | null
  readonly worker: string
  /** Hours of a piece; null when none are reported. */
  readonly hours: number | null
  readonly withEarlier: boolean
  readonly sound: boolean
}

export const nothingRemembered: Remembered = {
  processId: null,
  crewId: null,
  worker: '',
  hours: null,
  withEarlier: false,
  sound: true,
}

/** Out of what was stored; whatever is not as it should be counts as never set. */
export function rememberedIn(stored: unknown): Remembered {
  if (typeof stored !== 'object' || stored === null) return nothingRemembered
  const { processId, crewId, worker, hours, withEarlier, sound } = stored as Readonly<Record<string, unknown>>
  return {
    processId: idOrNull(processId),
    crewId: idOrNull(crewId),
    worker: typeof worker === 'string' ? worker.slice(0, 60) : '',
    hours: typeof hours === 'number' && hours >= 0 && hours <= 1000 ? hours : null,
    withEarlier: withEarlier === true,
    sound: sound !== false,
  }
}

const idOrNull = (value: unknown): string | null =>
  typeof value === 'string' && /^[1-9]\d{0,17}$/.test(value) ? value : null
