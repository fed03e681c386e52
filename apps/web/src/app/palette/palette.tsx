import type { SearchHit } from '@cloud-factory/contract/identity/access'
import { Modal } from 'antd'
import type { TFunction } from 'i18next'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { useTabs } from '../../shared/tabs/tabs-store.ts'
import { findRoute, pagesFor, routeAllowed } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { type Find, matches, type Phonetics } from './match.rules.ts'
import { readVisits, useVisits } from './visits.ts'

const shown = 12

interface Choice extends Find {
  readonly path: string
  readonly kind: string
  /** What tells records with equal names apart: project and state, or the kind of page. */
  readonly note?: string
  /** Result of a previous query: still visible, but Enter does not select it. */
  readonly isOld?: boolean
}

/** Ctrl+K: pages, open tabs and records by number, name or pinyin initials. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { choices, searching } = useChoices(typed)
  const active = Math.min(at, choices.length - 1)
  const go = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    void navigate(choice.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, it handles Enter and the arrow keys.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((active + step + choices.length) % Math.max(choices.length, 1))
    }
    if (event.key === 'Enter' && choices[active]?.isOld !== true) go(choices[active])
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('palette.open')}
        closable={false}
        footer={null}
        onCancel={onClose}
        className="palette"
        width={600}
        centered={false}
      >
        <input
          className="palette-input"
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={active >= 0 ? `palette-${active}` : undefined}
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a palette is opened to type into
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <PaletteList choices={choices} active={active} onPoint={setAt} onChoose={go} />
        {choices.length === 0 && !searching && <p className="palette-none">{t('palette.none')}</p>}
      </Modal>
    </>
  )
}

interface ListProps {
  readonly choices: readonly Choice[]
  /** Index of the entry that Enter selects; below 0: none. */
  readonly active: number
  readonly onPoint: (place: number) => void
  readonly onChoose: (choice: Choice) => void
}

function PaletteList({ choices, active, onPoint, onChoose }: ListProps) {
  const { t } = useTranslation()
  return (
    <ul id="palette-list" role="listbox" aria-label={t('palette.open')} className="palette-list">
      {choices.map((choice, index) => (
        <li
          key={choice.kind + choice.path + choice.text}
          id={`palette-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(choice)}
        >
          <span className="palette-kind">{t(`palette.kind.${choice.kind}`)}</span>
          <span className="palette-text">{choice.text}</span>
          {choice.note !== undefined && <span className="palette-note">{choice.note}</span>}
        </li>
      ))}
    </ul>
  )
}

function useChoices(typed: string): { readonly choices: readonly Choice[]; readonly searching: boolean } {
  const { t } = useTranslation()
  const phonetics = usePhonetics()
  const now = typed.trim()
  const search = useDeferredValue(now)
  const records = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) => api('GET /api/me/search', { query: { q: search }, signal }),
    enabled: search.length >= 2,
    placeholderData: (before) => (search.length >= 2 ? before : undefined),
  })
  const found = (records.data?.items ?? []).map(
    (hit): Choice => ({
      kind: hit.kind,
      path: hit.path,
      text: hit.name === '' ? hit.code : `${hit.code}  ${hit.name}`,
      note: noteOf(hit, t),
      also: '',
      isOld: search !== now || records.isPlaceholderData,
    }),
  )
  const local = useLocalChoices(now !== '').filter((choice) => matches(choice, now, phonetics))
  return {
    choices: [...local.slice(0, shown), ...(search.length >= 2 ? found : [])],
    searching: records.isFetching,
  }
}

/** Project and state of a record. */
function noteOf({ kind, project, status }: SearchHit, t: TFunction<'shell'>): string {
  const state = status === null ? null : t(`orders:${kind === 'piece' ? 'piece' : 'status'}.${status}`)
  return [project, state].filter((part) => part !== null).join(' · ')
}

/**
 * Favourites, recent records, open tabs and permitted pages, each page once; the current one only
 * when it is searched for.
 */
function useLocalChoices(isSearch: boolean): readonly Choice[] {
  const { t } = useTranslation()
  const tags = usePermissionTags()
  const tabs = useTabs()
  const visits = useVisits()
  // Another window may have added some.
  useEffect(() => void readVisits(), [])
  const known = visits.flatMap(({ path, titleKey, title, starred }): readonly Choice[] => {
    const chain = findRoute(shellRoutes(), path)?.chain
    if (chain === undefined || !routeAllowed(chain, tags)) return []
    const page = t(`route.${titleKey}`)
    const kind = starred ? 'favourite' : 'recent'
    return [{ kind, path, text: title ?? page, also: path, ...(title !== null && { note: page }) }]
  })
  const open = tabs.list.flatMap(({ fullPath, title }): readonly Choice[] =>
    title === null ? [] : [{ kind: 'tab', path: fullPath, text: title, also: fullPath }],
  )
  const pages = pagesFor(shellRoutes(), tags).map(
    ({ path, titleKey }): Choice => ({ kind: 'page', path, text: t(`route.${titleKey}`), also: path }),
  )
  const first = known.filter(({ kind }) => kind === 'favourite')
  const recent = known.filter(({ kind }) => kind === 'recent')
  const paths = new Set<string>()
  return [...first, ...recent, ...open, ...pages].filter(({ path }) => {
    const id = path.split('?', 1)[0] ?? path
    const isNew = (isSearch || id !== tabs.current) && !paths.has(id)
    paths.add(id)
    return isNew
  })
}

/** Pinyin loads after the palette has opened; until then only the text itself is matched. */
function usePhonetics(): Phonetics | null {
  const [phonetics, setPhonetics] = useState<Phonetics | null>(null)
  useEffect(() => {
    void import('./pinyin.ts').then(({ pinyinOf }) => setPhonetics(() => pinyinOf))
  }, [])
  return phonetics
}
