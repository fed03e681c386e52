import type { DisplayInfo, DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import type { TFunction } from 'i18next'
import type { Language } from '@cloud-factory/contract/identity/access'
import { absent } from '../../shared/format/numbers.ts'

/** One statement, with a key that is the same in every version. */
interface Fact {
  readonly label: string
  readonly value: string
}
export interface InfoDifference {
  readonly key: string
  readonly label: string
  /** Null: it was not there. */
  readonly before: string | null
  readonly after: string | null
}

type T = TFunction<'display-info'>
type Words = Readonly<Record<Language, string>>
type Facts = readonly (readonly [key: string, fact: Fact])[]

const languages = ['zh', 'en', 'es'] as const

/** The texts in all languages; a dash marks a missing one. */
const inAll = (words: Words) => languages.map((language) => words[language] || absent).join(' / ')

/** Display information as text: differences between two states, and the content of a part. */
export function infoFacts(places: DisplayPlaces, t: T) {
  const named = namesOf(places)
  const all = (info: DisplayInfo): ReadonlyMap<string, Fact> =>
    new Map(
      fields.flatMap((field) => sayers[field]({ info, t, named }).filter(([, { value }]) => value !== '')),
    )
  return {
    differences: (before: DisplayInfo | null, after: DisplayInfo): InfoDifference[] => {
      const [was, is] = [before === null ? new Map<string, Fact>() : all(before), all(after)]
      return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
        const [old, now] = [was.get(key), is.get(key)]
        if (old?.value === now?.value) return []
        return [
          { key, label: (now ?? old)?.label ?? key, before: old?.value ?? null, after: now?.value ?? null },
        ]
      })
    },
    /** A part of the draft in one line, to help choose between two versions. */
    say: (field: string, value: unknown): string => {
      const known = fields.find((one) => one === field)
      if (known === undefined) return ''
      const found = sayers[known]({ info: { [known]: value } as unknown as DisplayInfo, t, named })
      const texts = found.flatMap(([, one]) => (one.value === '' ? [] : [`${one.label}: ${one.value}`]))
      const rest = texts.length - maxTexts
      return texts.slice(0, maxTexts).join('; ') + (rest > 0 ? ` … +${rest}` : '')
    },
  }
}
export type InfoFacts = ReturnType<typeof infoFacts>

const maxTexts = 6

interface FactContext {
  readonly info: DisplayInfo
  readonly t: T
  readonly named: Named
}
interface Named {
  readonly process: ReadonlyMap<string, Words>
  readonly workshop: ReadonlyMap<string, string>
  readonly machine: ReadonlyMap<string, string>
}

const namesOf = ({ processes, workshops, machines }: DisplayPlaces): Named => ({
  process: new Map(processes.map(({ id, names }) => [id, names])),
  workshop: new Map(workshops.map(({ id, name }) => [id, name])),
  machine: new Map(machines.map(({ id, code }) => [id, code])),
})

const words = (key: string, label: string, names: Words, t: T): Facts =>
  languages.map((language) => [
    `${key}.${language}`,
    { label: `${label} (${t(`language.${language}`)})`, value: names[language] },
  ])
const one = (key: string, label: string, value: string): Facts => [[key, { label, value }]]

interface Box {
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}
const place = ({ xM, yM, widthM, depthM }: Box) => `${xM}, ${yM} m · ${widthM} × ${depthM} m`

const sayers = {
  names: ({ info, t }) => words('names', t('field.names'), info.names, t),
  slogan: ({ info, t }) => words('slogan', t('field.slogan'), info.slogan, t),
  logo: ({ info, t }) => one('logo', t('field.logo'), pictureWord(info.logo, t)),
  safetySince: ({ info, t }) => one('safetySince', t('field.safetySince'), info.safetySince ?? ''),
  duty: ({ info, t }) => [
    ...one('duty.name', t('duty.name'), info.duty.name),
    ...one('duty.phone', t('duty.phone'), info.duty.phone),
  ],
  masking: ({ info, t }) => [
    ...one('masking.customers', t('masking.customers'), t(`mask.${info.masking.customers}`)),
    ...one('masking.projects', t('masking.projects'), t(`mask.${info.masking.projects}`)),
  ],
  targets: ({ info, t, named }) =>
    info.targets.map(({ month, processId, tonnes }) => [
      `targets.${month}.${processId}`,
      {
        label: `${t('target')} ${month} ${inLanguage(named.process.get(processId), t)}`,
        value: `${tonnes} t`,
      },
    ]),
  notices: ({ info, t }) =>
    info.notices.map(({ text, from, until, urgent }, at) => [
      `notices.${at}`,
      {
        label: t('noticeNo', { no: at + 1 }),
        value: `${inAll(text)} · ${from} – ${until ?? '…'}${urgent ? ` · ${t('urgent')}` : ''}`,
      },
    ]),
  honours: ({ info, t }) =>
    info.honours.map(({ names, year, picture }, at) => [
      `honours.${at}`,
      {
        label: t('honourNo', { no: at + 1 }),
        value: `${inAll(names)} · ${year}${picture === null ? '' : ` · ${pictureWord(picture, t)}`}`,
      },
    ]),
  plan: ({ info, t }) => one('plan', t('field.plan'), `${info.plan.widthM} × ${info.plan.depthM} m`),
  underlay: ({ info, t }) => one('underlay', t('field.underlay'), pictureWord(info.underlay, t)),
  workshops: ({ info, named }) =>
    info.workshops.map((box) => [
      `workshops.${box.workshopId}`,
      { label: named.workshop.get(box.workshopId) ?? box.workshopId, value: place(box) },
    ]),
  machines: ({ info, named }) =>
    info.machines.map((box) => [
      `machines.${box.machineId}`,
      { label: named.machine.get(box.machineId) ?? box.machineId, value: place(box) },
    ]),
} satisfies { readonly [K in keyof DisplayInfo]: (context: FactContext) => Facts }
const fields = Object.keys(sayers) as readonly (keyof DisplayInfo)[]

const pictureWord = (id: string | null, t: T): string => (id === null ? '' : t('pictureNo', { no: id }))

/** The words of the language that the page is in. */
const inLanguage = (text: Words | undefined, t: T): string => {
  const language = languages.find((word) => word === t('code')) ?? 'zh'
  return text?.[language] ?? ''
}
