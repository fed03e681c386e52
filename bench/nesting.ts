// Linear nesting on published benchmarks: `node bench/nesting.ts FOLDER SECONDS [EVERY]`. FOLDER contains instances of
// BPPLIB in the CSP format (types, length of the bar, then length and quantity of each type), in one folder a class, and
// `Bounds.txt` (name, lower and upper bound). EVERY 10 runs every tenth instance of a class. `list` instead of FOLDER nests
// a generated list of 2 000 parts, in the worker as on the server.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { nestingProblem } from '../apps/server/src/modules/nesting/bar-patterns.rules.ts'
import { greedyPlan } from '../apps/server/src/modules/nesting/greedy-nesting.rules.ts'
import type { NestingInput, NestingResult } from '../apps/server/src/modules/nesting/nesting.types.ts'
import { runNesting } from '../apps/server/src/modules/nesting/run-nesting.ts'
import { solveNesting } from '../apps/server/src/modules/nesting/solve-nesting.ts'

const [folder = '.', seconds = '10', every = '1'] = process.argv.slice(2)
const limitMs = Number(seconds) * 1000
const squareSaw = { kerf: 0, startTrim: 0, clampEnd: 0, minRemnant: 0, remnantPerMetre: 0, profileHeight: 0 }

const greedyBars = (input: NestingInput, choice: 'first-fit' | 'best-fit'): number =>
  greedyPlan(nestingProblem(input), choice).reduce((sum, { bars }) => sum + bars, 0)

function readInstance(file: string): NestingInput {
  const [types = 0, length = 0, ...pairs] = readFileSync(file, 'utf8').trim().split(/\s+/).map(Number)
  return {
    demands: Array.from({ length: types }, (_, index) => ({
      id: String(index),
      length: pairs[2 * index] ?? 0,
      quantity: pairs[2 * index + 1] ?? 0,
      due: '2026-01-01',
    })),
    stock: [{ id: 'bar', length, price: { perBar: 1 } }],
    saw: squareSaw,
  }
}

/** The best number of bars that is known of each instance. */
function readOptima(): ReadonlyMap<string, number> {
  const lines = readFileSync(join(folder, 'Bounds.txt'), 'utf8').trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [name = '', , upper = ''] = line.trim().split(/\s+/)
      return [name, Number(upper)] as const
    }),
  )
}

interface Outcome {
  readonly optimum: number
  readonly result: NestingResult
  readonly firstFit: number
  readonly bestFit: number
  readonly ms: number
}

async function solveInstance(file: string, optimum: number): Promise<Outcome> {
  const input = readInstance(file)
  const began = performance.now()
  const result = await solveNesting(input, {
    remainingMs: () => limitMs - (performance.now() - began),
    isCancelled: () => false,
    onProgress: () => undefined,
  })
  const ms = performance.now() - began
  if (result.bars < optimum || result.bound > optimum)
    throw new Error(`${file}: ${result.bars} bars, bound ${result.bound}, known ${optimum}`)
  return {
    optimum,
    result,
    firstFit: greedyBars(input, 'first-fit'),
    bestFit: greedyBars(input, 'best-fit'),
    ms,
  }
}

const share = (outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
  `${((100 * outcomes.filter(is).length) / outcomes.length).toFixed(1)} %`

function printClass(name: string, outcomes: readonly Outcome[]): void {
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  console.log(
    [
      name,
      `${outcomes.length} instances`,
      `optimum ${share(outcomes, ({ optimum, result }) => result.bars <= optimum)}`,
      `+1 ${share(outcomes, ({ optimum, result }) => result.bars <= optimum + 1)}`,
      `proven ${share(outcomes, ({ result }) => result.end === 'optimal')}`,
      `first-fit ${share(outcomes, ({ optimum, firstFit }) => firstFit <= optimum)}, +1 ${share(outcomes, ({ optimum, firstFit }) => firstFit <= optimum + 1)}`,
      `best-fit ${share(outcomes, ({ optimum, bestFit }) => bestFit <= optimum)}, +1 ${share(outcomes, ({ optimum, bestFit }) => bestFit <= optimum + 1)}`,
      `median ${Math.round(times[times.length >> 1] ?? 0)} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`,
    ].join('; '),
  )
}

async function runClasses(): Promise<void> {
  const optima = readOptima()
  const files = globSync(join(folder, '**/*.txt')).filter((file) => optima.has(basename(file, '.txt')))
  for (const [path, instances] of Map.groupBy(files.sort(), dirname)) {
    const outcomes: Outcome[] = []
    for (const [index, file] of instances.entries()) {
      if (index % Number(every) !== 0) continue
      outcomes.push(await solveInstance(file, optima.get(basename(file, '.txt')) ?? Number.NaN))
    }
    printClass(basename(path), outcomes)
  }
}

/** A list like those of a project: many short braces and purlins, some long beams, 40 lengths of 2 000 parts; 12 m and 9 m bars, remnants. */
function generatedList(): NestingInput {
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const demands = Array.from({ length: 40 }, (_, index) => ({
    id: `P${index + 1}`,
    length: 10 * (index % 4 === 0 ? 4000 + random(5500) : 450 + random(3200)),
    quantity: 50,
    due: `2026-12-${String(1 + (index % 20)).padStart(2, '0')}`,
  }))
  const remnants = Array.from({ length: 25 }, (_, index) => {
    const length = 10 * (1500 + random(5000))
    return {
      id: `R${index + 1}`,
      length,
      quantity: 1,
      price: { perBar: Math.round(length / 40) },
      remnant: true,
    }
  })
  return {
    demands,
    stock: [
      ...remnants,
      { id: '12 m', length: 120_000, price: { perBar: 6000 } },
      { id: '9 m', length: 90_000, quantity: 60, price: { perBar: 4500 } },
    ],
    saw: {
      kerf: 30,
      startTrim: 100,
      clampEnd: 1500,
      minRemnant: 10_000,
      remnantPerMetre: 250,
      profileHeight: 0,
    },
  }
}

async function runList(remnantPerMetre: number): Promise<void> {
  const list = generatedList()
  const input = { ...list, saw: { ...list.saw, remnantPerMetre } }
  const began = performance.now()
  const result = await runNesting(input, { timeLimitMs: limitMs })
  const ms = Math.round(performance.now() - began)
  const firstFit = greedyPlan(nestingProblem(input), 'first-fit')
  const cost = firstFit.reduce((sum, { pattern, bars }) => sum + pattern.cost * bars, 0)
  console.log(
    `2 000 parts, remnants at ${remnantPerMetre} a metre: ${result.bars} bars in ${result.patterns.length} patterns, cost ${result.cost}, ` +
      `bound ${result.bound.toFixed(0)}, waste ${(100 * result.waste).toFixed(2)} %, ${result.end} after ${ms} ms; ` +
      `first-fit decreasing ${greedyBars(input, 'first-fit')} bars, cost ${cost.toFixed(0)}`,
  )
}

if (folder === 'list') for (const value of [0, 250]) await runList(value)
else await runClasses()
