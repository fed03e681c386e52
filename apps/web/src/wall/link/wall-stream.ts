import type { LiveHandshake } from '@cloud-factory/domain/live/live-enums'
import { streamLink } from '../../shared/live/stream-link.ts'
import { isTooMany } from '../../shared/live/stream-link.rules.ts'
import { serverNow, setClock } from './clock.ts'
import { itemsAfter } from '../frame/trust.rules.ts'
import { useWall } from './wall.store.ts'

type Lost = (status: number | null) => void
let whenLost: Lost = () => undefined

const link = streamLink({
  onEvent: take,
  onLost: (status) => {
    useWall.setState(({ link: before }) => ({
      link: before === 'opening' ? 'opening' : 'lost',
      isOneTooMany: isTooMany({ status }),
    }))
    whenLost(status)
  },
})

/**
 * Follows the stream of a screen; `query` as `?screen=…`, null: none any more. `onLost` receives the
 * server's error status, or null.
 */
export function followScreen(query: string | null, onLost: Lost): void {
  whenLost = onLost
  useWall.setState({ query: query ?? '' })
  link.follow(query === null ? null : `/api/wall/stream${query}`)
}

/** Reconnects the stream at once if it is down. */
export const wakeStream = (): void => link.wake()

function take(event: string | undefined, text: string): void {
  if (event === 'hello') {
    const { now, build } = JSON.parse(text) as LiveHandshake
    setClock(now)
    useWall.setState({ build })
    return
  }
  useWall.setState(({ items, stored }) => ({
    items: itemsAfter(items, event, text),
    link: 'live',
    isOneTooMany: false,
    heardAt: serverNow(),
    stored: stored && event !== 'keyframe',
  }))
}

/**
 * When the network is back or the TV is switched on again, do not wait for the end of the pause.
 */
function wake(): void {
  if (document.visibilityState !== 'hidden') link.wake()
}
window.addEventListener('online', wake)
document.addEventListener('visibilitychange', wake)
