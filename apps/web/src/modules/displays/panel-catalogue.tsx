import { canvases, minPanel, type CanvasName, panelKinds } from '@cloud-factory/domain/displays/screen-enums'
import type { Panel } from '@cloud-factory/contract/displays/screens'
import { useTranslation } from 'react-i18next'
import { firstPlace } from './layout-edit.rules.ts'

interface Props {
  readonly canvas: CanvasName
  readonly panels: readonly Panel[]
  readonly onAdd: (panel: Panel) => void
}

/** Every available panel with a description; panels without room on the page say so. */
export function PanelCatalogue({ canvas, panels, onAdd }: Props) {
  const { t } = useTranslation('displays')
  return (
    <ul className="panel-catalogue">
      {panelKinds.map((kind) => {
        const free = firstPlace(kind, panels, canvases[canvas])
        const { width, height } = minPanel[kind]
        const isOn = panels.some((panel) => panel.kind === kind)
        return (
          <li key={kind}>
            <button
              type="button"
              aria-disabled={free === null ? 'true' : undefined}
              onClick={() => free !== null && onAdd(free)}
            >
              <strong>{t(`panel.${kind}.name`)}</strong>
              <span>{t(`panel.${kind}.about`)}</span>
              <small>
                {t('least', { width, height })}
                {isOn && ` · ${t('onPage')}`}
                {free === null && ` · ${t('noRoom')}`}
              </small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
