import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { Button } from './button.tsx'

/** Downloads a file with a progress bar, saves it and closes; can be cancelled at any time. Mount it to open it. */
export const DownloadDialog = lazyDialog(async () => (await import('./download-modal.tsx')).DownloadModal)

type DownloadProps = ComponentProps<typeof DownloadDialog>

/** Exports all matches of a list as a file, or prints the list as shown. */
export function ListFiles({ title, fetch }: Pick<DownloadProps, 'title' | 'fetch'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t('common:export')}
      </Button>
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        {t('table.print')}
      </Button>
      {open && <DownloadDialog title={title} fetch={fetch} onClose={() => setOpen(false)} />}
    </>
  )
}
