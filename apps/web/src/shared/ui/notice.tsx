import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { Button } from './button.tsx'

interface Props {
  readonly tone: 'good' | 'warn'
  readonly title: string
  /** What more there is to say. */
  readonly children?: ReactNode
  /** Takes it away; absent where it stays. */
  readonly onClose?: () => void
}

/** Says what happened or what is to be known, with the look of `ProblemAlert`. Read aloud when it appears only if it can be closed. */
export function Notice({ tone, title, children, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <div className={`problem-alert is-${tone}`} role={onClose === undefined ? undefined : 'status'}>
      {tone === 'good' ? (
        <CheckCircleFilled aria-hidden="true" />
      ) : (
        <ExclamationCircleFilled aria-hidden="true" />
      )}
      <div>
        <b>{title}</b>
        {children !== undefined && <div>{children}</div>}
      </div>
      {onClose !== undefined && (
        <Button size="small" onClick={onClose}>
          {t('common:close')}
        </Button>
      )}
    </div>
  )
}
