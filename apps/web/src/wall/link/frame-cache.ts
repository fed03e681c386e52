import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { finished, openedWhenNeeded } from '../../shared/database.ts'
import type { Shown } from '../screen.types.ts'

/** What a screen showed last, for a start without the server. */
export interface KeptFrame {
  readonly shown: Shown
  readonly items: WallItems
  /** When it was heard, by the server. */
  readonly heardAt: number
  /** How far the server was ahead of this TV's clock, ms. */
  readonly ahead: number
}

const name = 'cloud-factory-wall'
const database = openedWhenNeeded({ name, build: (one) => void one.createObjectStore('frames') })

/** Keeps the frame of a page (`live` or `simulated`); a browser without a database shows nothing at a start offline. */
export async function keepFrame(source: string, frame: KeptFrame): Promise<void> {
  try {
    const transaction = (await database()).transaction('frames', 'readwrite')
    await finished(transaction, transaction.objectStore('frames').put(frame, source))
  } catch {
    // The screen goes on; only a start without the server would have nothing to show.
  }
}

export async function keptFrame(source: string): Promise<KeptFrame | null> {
  try {
    const transaction = (await database()).transaction('frames', 'readonly')
    const frame: unknown = await finished(transaction, transaction.objectStore('frames').get(source))
    return (frame as KeptFrame | undefined) ?? null
  } catch {
    return null
  }
}

/** Nothing of the factory stays on a TV whose token was taken. */
export async function forgetFrames(): Promise<void> {
  try {
    const transaction = (await database()).transaction('frames', 'readwrite')
    await finished(transaction, transaction.objectStore('frames').clear())
  } catch {
    // Nothing was kept then.
  }
}
