import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../../shared/api.ts'
import { useSettings } from '../../../shared/settings.ts'
import { DownloadDialog } from '../../../shared/ui/download-dialog.tsx'
import { figureKeys } from './figure-text.ts'
import { type Scope, spanOf } from './figures-scope.rules.ts'

const times = ['planned', 'running', 'setup', 'idle', 'fault', 'unknown', 'plannedStop'] as const
const hours = new Set<string>(['mtbf', 'mttr', 'mttrOrder', 'mttrMend', ...times])

/** The figures that are shown as a file, with the times that they are made of. */
export function ExportFigures({ scope }: { readonly scope: Scope }) {
  const { t } = useTranslation('figures')
  const language = useSettings((settings) => settings.language)
  const [open, setOpen] = useState(false)
  const titleOf = (key: (typeof figureKeys)[number]) =>
    `${t(`states:figure.${key}`)}${hours.has(key) ? ' (h)' : key === 'energy' ? '' : ' (%)'}`
  const columns = [
    { key: 'name' as const, title: t(`by.${scope.by}`) },
    { key: 'machines' as const, title: t('machines') },
    ...figureKeys.map((key) => ({ key, title: titleOf(key) })),
    { key: 'energyUnit' as const, title: t('unit') },
    ...times.map((key) => ({ key, title: `${t(`input.${key}S`)} (h)` })),
    { key: 'failures' as const, title: t('input.failures') },
    { key: 'repairs' as const, title: t('input.repairs') },
    { key: 'output' as const, title: t('input.output') },
    { key: 'outputUnit' as const, title: t('unit') },
  ]
  const body = {
    filter: { ...spanOf(scope), by: scope.by },
    name: `${t('shell:route.equipmentFigures')} ${scope.from} ${scope.to}`,
    language,
    columns,
  }
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t('export')}
      </Button>
      {open && (
        <DownloadDialog
          title={t('exporting')}
          fetch={(asked) => download('POST /api/exports/figures', { body, ...asked })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
