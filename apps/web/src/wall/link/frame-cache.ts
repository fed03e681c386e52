import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { finished, openedWhenNeeded } from '../../shared/database.ts'
import type { Shown } from '../screen.types.ts'

/** The last frame of a screen, for a start without the server. */
export interface KeptFrame {
  readonly shown: Shown
  readonly items: WallItems
  /** When it was received, server time. */
  readonly heardAt: number
  /** How far the server was ahead of this TV's clock, ms. */
  readonly ahead: number
}

const name = 'cloud-factory-wall'
const database = openedWhenNeeded({ name, build: (one) => void one.createObjectStore('frames') })

/**
 * Stores the frame of a page (`live` or `simulated`). A browser without a database shows nothing
 * after an offline start.
 */
export async function keepFrame(source: string, frame: KeptFrame): Promise<void> {
  try {
    const transaction = (await database()).transaction('frames', 'readwrite')
    await finished(transaction, transaction.objectStore('frames').put(frame, source))
  } catch {
    // The screen continues; only a start without the server would have nothing to show.
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

/** Removes all factory data from a TV whose token was revoked. */
export async function forgetFrames(): Promise<void> {
  try {
    const transaction = (await database()).transaction('frames', 'readwrite')
    await finished(transaction, transaction.objectStore('frames').clear())
  } catch {
    // Nothing was stored.
  }
}
