import { Readable } from 'node:stream'
import {
  type StandardFile,
  standardFileFormat,
  standardFileSchema,
} from '@cloud-factory/contract/standards/standard-files'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Reads } from '../../../platform/db/handles.ts'
import type { FileReply } from '../../../platform/http/routes.ts'
import { itemFacts, storedItems } from '../standard-items.reads.ts'
import { oneEdition, oneStandard } from '../standards.reads.ts'

/** An edition as a file; fails with `not_found` when the plant has no such edition. */
export async function editionFile(reads: Reads, actor: Actor, id: string): Promise<FileReply> {
  const { standardId, no, validFrom, source } = await oneEdition(reads, actor, id)
  const { code, names, verdict } = await oneStandard(reads, actor, standardId)
  const items = await storedItems(reads, actor.plantId, id, null)
  const file: StandardFile = {
    format: standardFileFormat,
    schema: standardFileSchema,
    standard: { code, names, verdict },
    edition: { no, validFrom, source },
    items: items.map((row) => {
      const { id: _id, editionId: _edition, position: _position, ...facts } = itemFacts(row)
      return facts
    }),
  }
  const body = Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
  const name = `${code} ${no}.json`.replaceAll('/', '-')
  return { name, type: 'application/json', bytes: body.length, body: Readable.from([body]) }
}
