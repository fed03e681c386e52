import type { ScreenLayout, ScreenPage } from '@cloud-factory/contract/displays/screens'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/i18n/use-names.ts'
import { shifted, withPage } from './layout-edit.rules.ts'

interface Props {
  readonly layout: ScreenLayout
  readonly shown: number
  /** Places of pages with problems. */
  readonly wrong: ReadonlySet<number>
  /** Pages are shown and never changed. */
  readonly locked: boolean
  readonly onShow: (place: number) => void
  readonly onChange: (layout: ScreenLayout) => void
}

const maxPages = 20

/** The pages in display order; they can be added, copied, moved and removed. */
export function PageStrip({ layout, shown, wrong, locked, onShow, onChange }: Props) {
  const { t } = useTranslation('displays')
  const names = useNames()
  return (
    <div className="page-strip">
      <div role="group" aria-label={t('pages')} className="page-strip-pages">
        {layout.pages.map((each, place) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- a page is what stands at this place
            key={place}
            type="button"
            className={wrong.has(place) ? 'is-wrong' : ''}
            aria-pressed={place === shown}
            onClick={() => onShow(place)}
          >
            {place + 1} · {names(each.names)}
            <small>{t('seconds', { seconds: each.dwellS })}</small>
          </button>
        ))}
      </div>
      {!locked && <PageButtons layout={layout} shown={shown} onShow={onShow} onChange={onChange} />}
    </div>
  )
}

function PageButtons({ layout, shown, onShow, onChange }: Omit<Props, 'wrong' | 'locked'>) {
  const { t } = useTranslation('displays')
  const { pages } = layout
  const page = pages[shown]
  const isFull = pages.length >= maxPages
  const insert = (added: ScreenPage) => {
    const at = Math.min(shown + 1, pages.length)
    onChange({ ...layout, pages: pages.toSpliced(at, 0, added) })
    onShow(at)
  }
  const move = (by: -1 | 1) => {
    onChange({ ...layout, pages: shifted(pages, shown, by) })
    onShow(shown + by)
  }
  return (
    <div className="page-strip-deeds">
      <Button size="small" disabled={isFull} onClick={() => insert(emptyPage())}>
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
    </div>
  )
}

const emptyPage = (): ScreenPage => ({
  names: { zh: '新页面', en: 'New page', es: 'Página nueva' },
  dwellS: 30,
  schedule: null,
  panels: [],
})
