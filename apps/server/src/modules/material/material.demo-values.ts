import type { SteelProperty } from '@cloud-factory/contract/material-enums'
import type { SteelValues } from '@cloud-factory/contract/steel.rules'
import type { DemoContext } from '../../platform/module.ts'
import type { DemoLot } from './material.demo-lots.ts'

/** Lowest and highest of a heat of ordinary making, and the digits that a certificate prints. */
const ranges: readonly (readonly [SteelProperty, number, number, number])[] = [
  ['C', 0.14, 0.18, 2],
  ['Si', 0.18, 0.34, 2],
  ['Mn', 1.15, 1.32, 2],
  ['P', 0.012, 0.022, 3],
  ['S', 0.004, 0.014, 3],
  ['Nb', 0.002, 0.018, 3],
  ['V', 0.002, 0.006, 3],
  ['Ti', 0.002, 0.016, 3],
  ['Cr', 0.02, 0.07, 2],
  ['Ni', 0.01, 0.04, 2],
  ['Cu', 0.02, 0.08, 2],
  ['Mo', 0.001, 0.006, 3],
  ['N', 0.003, 0.006, 4],
  ['A', 24, 29, 1],
  ['KV', 96, 188, 0],
]
/** Yield and tensile strength that heats of a grade come out at. */
const strengths: Readonly<Record<string, readonly [number, number]>> = {
  Q235B: [268, 428],
  Q390B: [422, 556],
  Q390C: [422, 556],
}
const usual = [382, 528] as const
/** Mild steel stretches further, and its standard asks for 26 % and more. */
const stretches: Readonly<Record<string, readonly [number, number]>> = { Q235B: [27, 32] }

/** Values as a mill prints them; of an `outside` lot the yield strength is too low and the phosphorus too high. */
export function demoValues(context: DemoContext, { grade, certificate }: DemoLot): SteelValues {
  const within = (least: number, most: number, digits: number) =>
    (least + context.random() * (most - least)).toFixed(digits)
  const shares = ranges.map(([property, least, most, digits]) => {
    const [low, high] = (property === 'A' ? stretches[grade] : undefined) ?? [least, most]
    return [property, within(low, high, digits)]
  })
  const [reh, rm] = strengths[grade] ?? usual
  const values: Record<string, string> = {
    ...Object.fromEntries(shares),
    ReH: within(reh, reh + 28, 0),
    Rm: within(rm, rm + 24, 0),
  }
  return certificate === 'outside' ? { ...values, ReH: '347', P: '0.038' } : values
}
