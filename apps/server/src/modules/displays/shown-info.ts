import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import { pictureAddress } from '@cloud-factory/domain/displays/picture-words'
import type { Reads } from '../../platform/db/handles.ts'
import { infoShown } from './info.reads.ts'

/** What the walls say now, with the addresses of its pictures. */
export interface ShownInfo {
  /** Number of the version; a new one is always greater. */
  readonly no: number
  readonly content: DisplayInfo
  /** Addresses of the server, with `/api`; null: none. Of honours one for each, in their order. */
  readonly pictures: {
    readonly logo: string | null
    readonly underlay: string | null
    readonly honours: readonly (string | null)[]
  }
}

/** What is published; null before the first publishing. */
export async function shownInfo(reads: Reads, plantId: number): Promise<ShownInfo | null> {
  const shown = await infoShown(reads, plantId)
  if (shown === null) return null
  const { logo, underlay, honours } = shown.content
  const address = (id: string | null) => (id === null ? null : pictureAddress(id))
  return {
    ...shown,
    pictures: {
      logo: address(logo),
      underlay: address(underlay),
      honours: honours.map(({ picture }) => address(picture)),
    },
  }
}
