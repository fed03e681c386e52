import type { UserInfo } from '@cloud-factory/contract/identity/access'
import { api } from '../../shared/api.ts'
import { updateUser, useSession } from '../../shared/session.ts'

type TourProgress = NonNullable<UserInfo['tour']>

/** The tour is open for people who have not closed it, except while they must change their password. */
export const useTourOpen = (): boolean =>
  useSession(({ user }) => {
    // A person stored by an older version has no such field.
    const isKnown = user !== null && (user as Partial<UserInfo>).tour !== undefined
    return isKnown && !user.mustChangePassword && user.tour?.isClosed !== true
  })

/** The step to go on with; 0 is the first. */
export const useTourStep = (): number => useSession(({ user }) => user?.tour?.step ?? 0)

let last: Promise<unknown> = Promise.resolve()
let running = 0

/**
 * Applies at once and is stored in the background, in the order of the steps. Closing is sent without waiting for earlier
 * steps, because the page may be left in the next moment, and once more after them. What could not be stored is lost.
 */
export function saveTour(tour: TourProgress): void {
  const { user } = useSession.getState()
  if (user === null) return
  updateUser({ ...user, tour })
  const store = () =>
    api('PUT /api/me/preferences/:key', {
      params: { key: 'tour' },
      body: { value: { ...tour } },
      quiet: true,
      keepalive: true,
    })
  if (tour.isClosed && running > 0) store().catch(() => undefined)
  running += 1
  last = (running === 1 ? store() : last.then(store))
    .catch(() => undefined)
    .finally(() => {
      running -= 1
    })
}
