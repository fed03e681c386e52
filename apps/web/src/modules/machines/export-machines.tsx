import { criticalities, machineClasses, machineSources } from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineExportColumn } from '@cloud-factory/contract/machines/machines'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, type Sent } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import type { ListState } from '../../shared/list/list-state.rules.ts'
import { useSettings } from '../../shared/settings.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'

type Body = Sent<'POST /api/exports/machines'>['body']

interface Props {
  /** Columns of the list as they are shown. */
  readonly shown: readonly { readonly key: string; readonly title: string }[]
  readonly state: ListState
  readonly onClose: () => void
}

/** All matching machines as a file: columns, order and texts as on screen. */
export function ExportMachines({ shown, state, onClose }: Props) {
  const { t } = useTranslation('machines')
  const instant = useInstant()
  const language = useSettings((settings) => settings.language)
  const [day] = useState(() => instant(Date.now(), '{y}-{m}-{d}'))
  const columns = shown.flatMap(({ key, title }) => {
    // The current state of a machine is outdated before the file is opened.
    if (key === 'now') return []
    const unit = key === 'standardRate' ? [{ key: 'rateUnit', title: t('field.rateUnit') }] : []
    return [{ key, title }, ...unit]
  })
  const body: Body = {
    name: t('fileName', { day }),
    language,
    columns: columns as { key: MachineExportColumn; title: string }[],
    words: Object.fromEntries([
      ...machineClasses.map((word) => [`class.${word}`, t(`class.${word}`)]),
      ...machineSources.map((word) => [`source.${word}`, t(`source.${word}`)]),
      ...criticalities.map((word) => [`criticality.${word}`, word]),
    ]),
    ...(state.sort === '' ? {} : { sort: state.sort as NonNullable<Body['sort']> }),
    filter: { ...(state.q === '' ? {} : { q: state.q }), ...state.filters },
  }
  return (
    <DownloadDialog
      title={t('exporting')}
      fetch={(asked) => download('POST /api/exports/machines', { body, ...asked })}
      onClose={onClose}
    />
  )
}
