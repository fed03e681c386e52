import type { Panel, ScreenPage } from '@cloud-factory/contract/displays/screens'
import { canvases } from '@cloud-factory/domain/displays/display-enums'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { create } from 'zustand'
import { positionedAmong } from './arrange.rules.ts'
import { replaced, withPage } from './editor.rules.ts'
import type { ScreenDraft } from './use-screen-draft.ts'

/** What is beside the grid. */
export const sides = ['panels', 'panel', 'page', 'screen'] as const
type Side = (typeof sides)[number]

/** Panels that were copied, for any page of any screen in this window. */
export const useCopied = create<readonly Panel[]>()(() => [])

const none: readonly Panel[] = []

/** The page on the grid, the panels chosen on it, and the actions on them. */
export function useEditing(draft: ScreenDraft) {
  const { layout, change } = draft
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const choice = useChoice()
  const place = Math.min(shown, layout.pages.length - 1)
  const page = layout.pages[place]
  const panels = page?.panels ?? none
  // Undoing may have taken panels away.
  const chosen = choice.chosen.filter((at) => at < panels.length)

  /** Focuses the edited element once it is rendered. */
  const focusOn = (part: string) =>
    requestAnimationFrame(() =>
      // The grid itself is where the person is already.
      frame.current?.querySelector<HTMLElement>(part)?.focus({ preventScroll: part === '.layout-grid' }),
    )
  const show = (to: number) => {
    setShown(to)
    choice.choose([])
  }
  const changePage = (next: ScreenPage) => change(withPage(layout, place, next))
  const setPanels = (next: readonly Panel[]) => {
    if (page !== undefined) changePage({ ...page, panels: [...next] })
  }
  const actions = usePanelActions({ ...choice, draft, page, panels, chosen, setPanels, focusOn })
  return {
    ...choice,
    ...actions,
    // An empty page is for adding panels.
    side: panels.length === 0 && choice.side === 'panel' ? ('panels' as const) : choice.side,
    frame,
    place,
    page,
    panels,
    chosen,
    focusOn,
    show,
    changePage,
    setPanels,
    changePanel: (at: number, panel: Panel) => setPanels(replaced(panels, at, panel)),
    chooseAll: () => choice.choose([...panels.keys()], true),
    go: (toPage: number | null, panel: number | null) => {
      if (toPage === null) return choice.setSide('screen')
      show(toPage)
      if (panel === null) choice.setSide('page')
      else choice.choose([panel])
    },
  }
}

export type Editing = ReturnType<typeof useEditing>

/** The chosen panels, and what is open at the side. */
function useChoice() {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isFixed, setFixed] = useState(false)
  const [side, setSide] = useState<Side>('panels')
  /** `fixed`: the focus may go on without changing what is chosen. */
  const choose = (places: readonly number[], fixed = false, shown: Side = 'panel') => {
    setChosen(places)
    setFixed(fixed)
    if (places.length > 0) setSide(shown)
  }
  return {
    chosen,
    isFixed,
    side,
    setSide,
    choose,
    /** Adds a panel to those that are chosen, or takes it out. */
    toggle: (place: number) =>
      choose(chosen.includes(place) ? chosen.filter((at) => at !== place) : [...chosen, place], true),
  }
}

interface ActionDeps extends Pick<ReturnType<typeof useChoice>, 'choose' | 'setSide'> {
  readonly draft: ScreenDraft
  readonly page: ScreenPage | undefined
  readonly panels: readonly Panel[]
  readonly chosen: readonly number[]
  readonly setPanels: (panels: readonly Panel[]) => void
  readonly focusOn: (part: string) => void
}

/** Actions on the chosen panels; each says what it has done. */
function usePanelActions({ draft, page, panels, chosen, setPanels, focusOn, choose, setSide }: ActionDeps) {
  const { t } = useTranslation('displays')
  const [announcement, announce] = useState('')
  const nameOf = (of: readonly Panel[]): string =>
    of.length === 1 && of[0] !== undefined ? t(`panel.${of[0].kind}.name`) : t('panels', { count: of.length })
  const own = () => panels.filter((_, at) => chosen.includes(at))
  /** Returns where they are in the page's list. */
  const put = (added: readonly Panel[]): number[] => {
    if (draft.locked || page === undefined || added.length === 0) return []
    const positioned = positionedAmong(panels, added, canvases[draft.layout.canvas])
    const left = added.length - positioned.length
    announce(left > 0 ? t('noRoomFor', { count: left }) : t('added', { name: nameOf(positioned) }))
    if (positioned.length > 0) setPanels([...panels, ...positioned])
    return positioned.map((_, at) => panels.length + at)
  }
  const insert = (added: readonly Panel[]) => {
    const places = put(added)
    if (places.length === 0) return
    choose(places, places.length > 1)
    focusOn('.layout-grid > :last-child')
  }
  const takeStep = (step: (() => void) | null, done: string) => {
    if (step === null) return
    step()
    announce(done)
  }
  return {
    announcement,
    announce,
    /** A panel of the library, which stays open for the next one. */
    add: (panel: Panel) => choose(put([panel]), false, 'panels'),
    remove: () => {
      if (draft.locked || chosen.length === 0) return
      setPanels(panels.filter((_, at) => !chosen.includes(at)))
      announce(t('removed', { name: nameOf(own()) }))
      choose([])
      setSide('panels')
      focusOn('.layout-grid')
    },
    duplicate: () => insert(own()),
    copy: () => {
      if (chosen.length === 0) return
      useCopied.setState(own(), true)
      announce(t('copied', { name: nameOf(own()) }))
    },
    paste: () => insert(useCopied.getState()),
    undo: () => takeStep(draft.undo, t('undone')),
    redo: () => takeStep(draft.redo, t('redone')),
  }
}
