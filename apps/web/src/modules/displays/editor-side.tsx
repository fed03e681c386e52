import { canvases, minPanel, panelKinds } from '@cloud-factory/domain/displays/display-enums'
import type { Panel, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { usualSize } from '@cloud-factory/contract/displays/screen-templates'
import { useId } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { firstPlace } from './editor.rules.ts'
import {
  dataKey,
  optionsOf,
  type PanelOption,
  panelOptions,
} from '@cloud-factory/contract/displays/screen-options'
import { Button, InputNumber } from 'antd'
import { Locked } from '../../shared/form/locked.tsx'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { OptionField } from './option-field.tsx'
import { Labelled, PageFields } from './page-fields.tsx'
import { ScreenFields } from './screen-fields.tsx'
import { type Editing, sides, useCopied } from './use-editing.ts'
import type { ScreenDraft } from './use-screen-draft.ts'

/** The wall's own code, loaded after the editor. */
const PanelPicture = lazyComponent(
  async () => (await import('../../wall/embed/page-drawing.tsx')).PanelPicture,
)

interface PanelCatalogueProps {
  readonly layout: ScreenLayout
  readonly panels: readonly Panel[]
  readonly onAdd: (panel: Panel) => void
}

/** Every available panel with its picture; panels without room on the page say so. */
function PanelCatalogue({ layout, panels, onAdd }: PanelCatalogueProps) {
  const { t } = useTranslation('displays')
  const id = useId()
  const canvas = canvases[layout.canvas]
  return (
    <ul className="panel-catalogue">
      {panelKinds.map((kind) => {
        const usual = firstPlace(kind, panels, canvas, usualSize(kind, layout.canvas))
        const free = usual ?? firstPlace(kind, panels, canvas)
        const { width, height } = minPanel[kind]
        const isOn = panels.some((panel) => panel.kind === kind)
        const sources = Object.entries(panelOptions(kind)).flatMap(([name, option]) =>
          option.kind === 'ids' ? [t(`filter.${name}`)] : [],
        )
        return (
          <li key={kind}>
            <div aria-hidden="true" className="panel-picture">
              <Overlay>
                <PanelPicture layout={layout} kind={kind} />
              </Overlay>
            </div>
            <div>
              <button
                type="button"
                aria-describedby={id + kind}
                aria-disabled={free === null ? 'true' : undefined}
                onClick={() => free !== null && onAdd(free)}
              >
                {t(`panel.${kind}.name`)}
              </button>
              <span id={id + kind}>
                {t(`panel.${kind}.about`)}
                {sources.length > 0 && ` · ${t('limitedBy', { sources: sources.join(', ') })}`}
                {isOn && ` · ${t('onPage')}`}
                {free === null && ` · ${t('noRoom')} (${t('least', { width, height })})`}
              </span>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface PanelOptionsProps {
  readonly panel: Panel
  readonly thresholds: ScreenLayout['thresholds']
  readonly onChange: (panel: Panel) => void
}

/** Where the name of an option is in the dictionary. */
const groupOf = ({ kind }: PanelOption) =>
  kind === 'ids' ? 'filter' : kind === 'limit' ? 'threshold' : 'option'

/** Place, size and choices of the panel that is marked. */
function PanelOptions({ panel, thresholds, onChange }: PanelOptionsProps) {
  const { t } = useTranslation('displays')
  const chosen = optionsOf(panel.kind, panel.options)
  const cell = (field: 'x' | 'y' | 'width' | 'height', shift: 0 | 1) => (
    <Labelled label={t(`cell.${field}`)}>
      <InputNumber
        min={shift}
        max={48}
        precision={0}
        value={panel[field] + shift}
        onChange={(value) => value !== null && onChange({ ...panel, [field]: value - shift })}
      />
    </Labelled>
  )
  return (
    <div className="screen-fields">
      <h3>{t(`panel.${panel.kind}.name`)}</h3>
      <p className="screen-soft">{t(`panel.${panel.kind}.about`)}</p>
      {Object.entries(panelOptions(panel.kind)).map(([name, option]) => (
        <Labelled key={name} label={t(option.kind === 'text' ? 'field.title' : `${groupOf(option)}.${name}`)}>
          <OptionField
            name={name}
            option={option}
            value={chosen[name] ?? null}
            title={t(`panel.${panel.kind}.name`)}
            thresholds={thresholds}
            onChange={(value) => onChange({ ...panel, options: { ...panel.options, [name]: value } })}
          />
        </Labelled>
      ))}
      <div className="cell-fields">
        {cell('x', 1)}
        {cell('y', 1)}
        {cell('width', 0)}
        {cell('height', 0)}
      </div>
    </div>
  )
}

/** What can be done with the chosen panels, however many. */
function ChosenActions({ editing: { chosen, duplicate, copy, remove } }: { readonly editing: Editing }) {
  const { t } = useTranslation('displays')
  return (
    <div className="screen-fields">
      {chosen.length > 1 && <h3>{t('panels', { count: chosen.length })}</h3>}
      <div className="panel-actions">
        <Button title="Ctrl+D" onClick={duplicate}>
          {t('duplicate')}
        </Button>
        <Button title="Ctrl+C" onClick={copy}>
          {t('handOver.copy')}
        </Button>
        <Button danger title="Delete" onClick={remove}>
          {t('panelRemove', { count: chosen.length })}
        </Button>
      </div>
    </div>
  )
}

/** Panels that were copied here or on another screen. */
function PasteButton({ onPaste }: { readonly onPaste: () => void }) {
  const { t } = useTranslation('displays')
  const { length } = useCopied()
  if (length === 0) return null
  return (
    <Button block title="Ctrl+V" className="paste-panels" onClick={onPaste}>
      {t('paste', { name: t('panels', { count: length }) })}
    </Button>
  )
}

interface EditorSideProps {
  readonly draft: ScreenDraft
  readonly editing: Editing
}

/** Beside the grid: panels to add, the chosen panels, their page, the screen. */
export function EditorSide({ draft, editing }: EditorSideProps) {
  const { t } = useTranslation('displays')
  const { page, panels, side, chosen } = editing
  return (
    <aside className="editor-side" aria-label={t('sideLabel')}>
      <PartTabs
        label={t('sideLabel')}
        parts={sides.map((key) => ({ key, title: t(`side.${key}`) }))}
        shown={side}
        onShow={editing.setSide}
      >
        <Locked when={draft.locked}>
          {side === 'panels' && page !== undefined && (
            <>
              <PasteButton onPaste={editing.paste} />
              <PanelCatalogue layout={draft.layout} panels={panels} onAdd={editing.add} />
            </>
          )}
          {side === 'panel' && chosen.length === 0 && <p className="screen-soft">{t('nothingMarked')}</p>}
          {side === 'panel' && chosen.length > 0 && (
            <>
              <OnlyPanel editing={editing} draft={draft} />
              <ChosenActions editing={editing} />
            </>
          )}
          {side === 'page' && page !== undefined && <PageFields page={page} onChange={editing.changePage} />}
          {side === 'screen' && <ScreenFields layout={draft.layout} onChange={draft.change} />}
        </Locked>
      </PartTabs>
    </aside>
  )
}

/** The options of the chosen panel if it is only one. */
function OnlyPanel({ draft, editing: { chosen, panels, changePanel } }: EditorSideProps) {
  const { t } = useTranslation('displays')
  const [at, ...others] = chosen
  const panel = at === undefined ? undefined : panels[at]
  if (at === undefined || panel === undefined || others.length > 0) return null
  const { kind, options } = panel
  return (
    <>
      {draft.dirty && dataKey(kind, options) !== kind && (
        <p className="screen-soft" role="status">
          {t('ownData')}
        </p>
      )}
      <PanelOptions
        key={at}
        panel={panel}
        thresholds={draft.layout.thresholds}
        onChange={(next) => changePanel(at, next)}
      />
    </>
  )
}
