import { dayNumber, dayOf } from './civil-days.ts'
import type { WallFacts } from './facts.types.ts'
import type { Asking } from './asking.types.ts'

type Part = Pick<WallFacts, 'quality' | 'defects' | 'film' | 'weldWindow'>

const defectDays = 90
const filmDays = 7
const dayMs = 86_400_000
const unknown = { zh: '未说明', en: 'Not said', es: 'Sin indicar' }

/** What quality's own statistics say. */
export function qualityFacts({ reads, plantId, ports, asked, now }: Asking): Part {
  const span = (day: string, days: number) => ({ from: dayOf(dayNumber(day) - days + 1), to: day })
  return {
    async quality({ projectIds }, { day, monthDays }) {
      const days = { from: monthDays[0], to: day }
      // Statistics are of one project or of all: several are asked one by one.
      const of = projectIds.length === 0 ? [{}] : projectIds.map((projectId) => ({ projectId }))
      const [yields, rejects, ncrs] = await Promise.all([
        Promise.all(of.map((one) => ports.firstPass(reads, plantId, { ...days, ...one }, now()))),
        Promise.all(of.map((one) => ports.weldRejects(reads, plantId, { ...days, ...one }))),
        ports.openNcrs(reads, plantId, projectIds, day),
      ])
      const steps = new Map<string, { stage: string; inspected: number; passed: number }>()
      for (const { stage, inspected, passed } of yields.flatMap(({ stages }) => stages)) {
        const step = steps.get(stage) ?? { stage, inspected: 0, passed: 0 }
        steps.set(stage, { stage, inspected: step.inspected + inspected, passed: step.passed + passed })
      }
      return {
        steps: [...steps.values()],
        testedMm: rejects.reduce((sum, { testedMm }) => sum + testedMm, 0),
        rejectedMm: rejects.reduce((sum, { rejectedMm }) => sum + rejectedMm, 0),
        ...ncrs,
      }
    },
    async defects({ projectIds }, { day }) {
      const { bars } = await ports.ncrs(reads, plantId, { ...span(day, defectDays), projectIds }, now())
      return {
        unit: 'count',
        bars: bars.map(({ names, reports, cumulative }) => ({
          names: names ?? unknown,
          value: reports,
          count: reports,
          cumulative,
        })),
        total: bars.reduce((sum, { reports }) => sum + reports, 0),
      }
    },
    film: () => ports.film(reads, plantId, new Date(now().getTime() - filmDays * dayMs)),
    weldWindow: (machineClass) =>
      asked.once(`window ${machineClass}`, 60_000, () =>
        ports.weldWindow(reads, plantId, machineClass === 'robot' ? 'gmaw' : 'saw'),
      ),
  }
}
