import { expect, test } from 'vitest'
import { mosquittoAcl } from './topic-access.rules.ts'

test('gateways publish under their own filters; edges hear the host and their own commands', () => {
  const acl = mosquittoAcl([
    { code: 'weld', topics: ['sf/v1/main/weld/#', '/sys/a1Bc/#'] },
    { code: 'edge', topics: ['spBv1.0/G1/+/E1/#', 'spBv1.0/G2/#'] },
    { code: 'wide', topics: ['spBv1.0/#'] },
  ])
  expect(acl).toBe(`user weld
topic write sf/v1/main/weld/#
topic write /sys/a1Bc/#

user edge
topic write spBv1.0/G1/+/E1/#
topic write spBv1.0/G2/#
topic read spBv1.0/STATE/#
topic read spBv1.0/G1/NCMD/E1/#
topic read spBv1.0/G1/DCMD/E1/#
topic read spBv1.0/G2/NCMD/#
topic read spBv1.0/G2/DCMD/#

user wide
topic write spBv1.0/#
topic read spBv1.0/STATE/#
`)
})
