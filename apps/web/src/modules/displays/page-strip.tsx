import { canvases } from '@cloud-factory/domain/displays/display-enums'
import { libraryPages } from '@cloud-factory/contract/displays/screen-templates'
import type { ScreenDetail, ScreenLayout, ScreenPage } from '@cloud-factory/contract/displays/screens'
import { Button, Modal } from 'antd'
import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { movedItem, withPage } from './editor.rules.ts'
import { shownOf } from './layout-geometry.ts'

/** The wall's own code, loaded after the editor. */
const PagePicture = lazyComponent(async () => (await import('../../wall/embed/page-drawing.tsx')).PagePicture)

interface Props {
  readonly screen: ScreenDetail
  readonly layout: ScreenLayout
  readonly shown: number
  /** Places of pages with problems. */
  readonly wrong: ReadonlySet<number>
  /** Pages are shown and never changed. */
  readonly locked: boolean
  readonly onShow: (place: number) => void
  readonly onChange: (layout: ScreenLayout) => void
  /** Says what has changed. */
  readonly announce: (text: string) => void
}

const maxPages = 20

/** Pictures of the pages in display order; they can be added, duplicated, moved and removed. */
export function PageStrip(props: Props) {
  const { screen, layout, shown, wrong, locked, onShow } = props
  const { t } = useTranslation('displays')
  const names = useNames()
  const help = useId()
  const { list, cardOf, onKeyDown } = usePageOrder(props)
  useInView(list, shown, layout.pages.length)
  return (
    <div className="page-strip">
      <p id={help} className="screen-said">
        {!locked && t('pagesHelp')}
      </p>
      <div ref={list} role="group" aria-label={t('pages')} className="page-strip-pages">
        {layout.pages.map((each, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page is what stands at this place
          <div key={place} {...cardOf(place)}>
            <Picture screen={screen} layout={layout} page={place} />
            <button
              type="button"
              className={wrong.has(place) ? 'is-wrong' : ''}
              aria-pressed={place === shown}
              aria-describedby={help}
              onClick={() => onShow(place)}
              onKeyDown={(event) => onKeyDown(event, place)}
            >
              <span>
                {place + 1} · {names(each.names)}
              </span>
              <small>{t('seconds', { seconds: each.dwellS })}</small>
            </button>
          </div>
        ))}
      </div>
      {!locked && <PageButtons {...props} />}
    </div>
  )
}

/** Scrolls the strip, and nothing around it, until the page on the grid is seen. */
function useInView(list: RefObject<HTMLDivElement | null>, shown: number, count: number): void {
  useEffect(() => {
    const strip = list.current
    const card = strip?.children[shown]?.getBoundingClientRect()
    if (strip === null || card === undefined) return
    const room = strip.getBoundingClientRect()
    const left = Math.max(0, card.right - room.right + 4) - Math.max(0, room.left - card.left + 4)
    strip.scrollBy({ left })
  }, [list, shown, count])
}

/** Changes the order of pages by pointer and by Alt with an arrow key. */
function usePageOrder({ layout, locked, onShow, onChange, announce }: Props) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const list = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const { pages } = layout
  const move = (from: number, to: number) => {
    const page = pages[from]
    if (page === undefined || from === to || to < 0 || to >= pages.length) return
    onChange({ ...layout, pages: movedItem(pages, from, to) })
    onShow(to)
    announce(t('pageMoved', { name: names(page.names), place: to + 1, count: pages.length }))
    // At once: the next key may come before the page is drawn again. Buttons stay, their pages change.
    list.current?.querySelectorAll('button')[to]?.focus()
  }
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const sideOf = (place: number): string => {
    if (dragged === null || over !== place || dragged === place) return ''
    return dragged < place ? 'is-after' : 'is-before'
  }
  return {
    list,
    cardOf: (place: number) => ({
      className: `page-card ${dragged === place ? 'is-dragged' : ''} ${sideOf(place)}`,
      draggable: !locked,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        setDragged(place)
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        setOver(place)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged !== null) move(dragged, place)
        end()
      },
      onDragEnd: end,
    }),
    onKeyDown: (event: KeyboardEvent, place: number) => {
      if (locked || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
      // Alone, the browser would go back or forward.
      event.preventDefault()
      move(place, place + (event.key === 'ArrowLeft' ? -1 : 1))
    },
  }
}

function PageButtons({ screen, layout, shown, onShow, onChange, announce }: Props) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const [isAdding, setAdding] = useState(false)
  const { pages } = layout
  const page = pages[shown]
  const isFull = pages.length >= maxPages
  const insert = (added: ScreenPage) => {
    setAdding(false)
    const at = Math.min(shown + 1, pages.length)
    onChange({ ...layout, pages: pages.toSpliced(at, 0, added) })
    onShow(at)
    announce(t('pageAdded', { name: names(added.names), place: at + 1, count: pages.length + 1 }))
  }
  const move = (by: -1 | 1) => {
    onChange({ ...layout, pages: movedItem(pages, shown, shown + by) })
    onShow(shown + by)
  }
  return (
    <div className="page-strip-deeds">
      <Button size="small" disabled={isFull} onClick={() => setAdding(true)}>
        {t('pageAdd')}
      </Button>
      <Button
        size="small"
        disabled={isFull || page === undefined}
        onClick={() => page !== undefined && insert(page)}
      >
        {t('pageCopy')}
      </Button>
      <Button size="small" disabled={shown <= 0} onClick={() => move(-1)}>
        {t('pageEarlier')}
      </Button>
      <Button size="small" disabled={shown >= pages.length - 1} onClick={() => move(1)}>
        {t('pageLater')}
      </Button>
      <Button
        size="small"
        danger
        disabled={page === undefined}
        onClick={() => {
          onChange(withPage(layout, shown, null))
          onShow(Math.max(0, shown - 1))
        }}
      >
        {t('pageRemove')}
      </Button>
      {isAdding && (
        <PageLibrary
          screen={screen}
          layout={layout}
          shown={shown}
          onAdd={insert}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

const emptyPage: ScreenPage = {
  names: { zh: '新页面', en: 'New page', es: 'Página nueva' },
  dwellS: 30,
  schedule: null,
  panels: [],
}

interface LibraryProps extends Pick<Props, 'screen' | 'layout' | 'shown'> {
  readonly onAdd: (page: ScreenPage) => void
  readonly onClose: () => void
}

/** Pages to add, as pictures with the data of now: an empty one, for an occasion, and those of new screens. */
function PageLibrary({ screen, layout, shown, onAdd, onClose }: LibraryProps) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const id = useId()
  const pages = [emptyPage, ...libraryPages(layout.canvas)]
  return (
    <>
      <ReturnFocus />
      <Modal open title={t('pageAdd')} width={720} footer={null} onCancel={onClose}>
        {layout.pages.length > 0 && <p className="screen-soft">{t('pageAddPlace', { no: shown + 1 })}</p>}
        <ul className="page-library">
          {pages.map((page) => (
            <li key={page.names.zh} className="page-card">
              <Picture screen={screen} layout={{ ...layout, pages: [page] }} page={0} />
              <button type="button" aria-labelledby={id + page.names.zh} onClick={() => onAdd(page)}>
                <span id={id + page.names.zh}>{names(page.names)}</span>
                <small>{t('panels', { count: page.panels.length })}</small>
              </button>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}

interface PictureProps extends Pick<Props, 'screen' | 'layout'> {
  /** Its place in the layout. */
  readonly page: number
}

function Picture({ screen, layout, page }: PictureProps) {
  const { width, height } = canvases[layout.canvas]
  return (
    <div aria-hidden="true" className={`page-picture ${height > width ? 'is-upright' : ''}`}>
      <Overlay>
        <PagePicture screen={shownOf(screen, layout)} layout={layout} page={page} />
      </Overlay>
    </div>
  )
}
