import type { ReportedFacts } from './facts.types.ts'
import type { InfoQuery } from './wall.ports.ts'

/** The name of the product, until the factory has said its own. */
const unnamed = {
  zh: '工厂设备管理系统',
  en: 'Factory Equipment Management',
  es: 'Gestión de equipos de fábrica',
}
const silent = { zh: '', en: '', es: '' }

/** What the walls say, as panels need it; before anything was published, nothing but the product's name. */
export function saidOf(
  info: InfoQuery | null,
  workshops: readonly { readonly id: number; readonly name: string }[],
): ReportedFacts {
  if (info === null)
    return {
      no: 0,
      names: unnamed,
      slogan: silent,
      logo: null,
      safetySince: null,
      duty: { name: '', phone: '' },
      masking: { customers: 'full', projects: 'full' },
      notices: [],
      honours: [],
      plan: null,
      workshops: [],
      places: new Map(),
    }
  const { no, content, pictures } = info
  const namesById = new Map(workshops.map(({ id, name }) => [String(id), name]))
  return {
    no,
    names: content.names,
    slogan: content.slogan,
    logo: pictures.logo,
    safetySince: content.safetySince,
    duty: content.duty,
    masking: content.masking,
    notices: content.notices,
    honours: content.honours.map(({ names, year }, place) => ({
      names,
      year,
      picture: pictures.honours[place] ?? null,
    })),
    plan: content.plan,
    workshops: content.workshops.map(({ workshopId, ...box }) => ({
      id: workshopId,
      name: namesById.get(workshopId) ?? '',
      ...box,
    })),
    places: new Map(content.machines.map(({ machineId, ...box }) => [Number(machineId), box])),
  }
}
