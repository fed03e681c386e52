import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import { expect, test } from 'vitest'
import { demandsAgainstShipping, requireConforming } from './conforming.ts'

const write = null as never
const pieces = [
  { id: 1, serial: 'GL-1-001' },
  { id: 2, serial: 'GL-1-002' },
]
/** Quality to which the second piece lacks these. */
const lacking =
  (...demands: readonly OpenDemand[]) =>
  async () =>
    new Map([[2, demands]])

test('a piece that lacks something does not leave, and the first of it is said', async () => {
  const port = lacking('ndt_failed', 'coat_open')
  expect(await demandsAgainstShipping(write, 1, [1, 2], port)).toEqual(new Map([[2, 'pack.ndt_failed']]))
  await expect(requireConforming(write, 1, pieces, port)).rejects.toMatchObject({
    code: 'state.refused',
    facts: { params: { reason: 'pack.ndt_failed', piece: 'GL-1-002' } },
  })
})

test('papers may follow', async () => {
  await requireConforming(write, 1, pieces, lacking('inspection_unsigned', 'mill_certificate'))
})
