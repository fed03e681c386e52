import { expect, test } from 'vitest'
import { edgeTopic } from './sparkplug.rules.ts'

test.each([
  ['spBv1.0/plant/NBIRTH/gw1', { kind: 'NBIRTH', group: 'plant', node: 'gw1', device: null }],
  ['spBv1.0/plant/DDATA/gw1/saw-01', { kind: 'DDATA', group: 'plant', node: 'gw1', device: 'saw-01' }],
  ['spBv1.0/plant/DDATA/gw1', null],
  ['spBv1.0/plant/NDATA/gw1/saw-01', null],
  ['spBv1.0/plant/DDATA/gw1/', null],
  ['spBv1.0/plant/DDATA/gw1/a/b', null],
  ['spBv1.0/plant/NCMD/gw1', null],
  ['spBv1.0/STATE/host', null],
  ['spAv1.0/plant/NDATA/gw1', null],
  ['spBv1.0//NDATA/gw1', null],
  ['', null],
] as const)('%s', (topic, expected) => {
  expect(edgeTopic(topic)).toEqual(expected)
})
