import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { type GivenReasons, useGiveReason } from './use-give-reason.ts'

interface Props {
  readonly given: GivenReasons | null
  readonly onUndone: () => void
}

/** What was just given, and the way back. */
export function GivenBar({ given, onUndone }: Props) {
  const { t } = useTranslation('stops')
  const nameOf = useNames()
  const { busy, error, takeBack } = useGiveReason()
  const undo = async () => {
    if (given !== null && (await takeBack(given))) onUndone()
  }
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <div className="given-bar" role="status">
        {given !== null && (
          <>
            <span>
              {given.done.length > 0 &&
                (given.reason === null
                  ? t('accepted', { count: given.done.length })
                  : t('given', { reason: nameOf(given.reason.names), count: given.done.length }))}
              {given.refused > 0 && ` ${t('refused', { count: given.refused })}`}
            </span>
            {given.done.length > 0 && (
              <Button size="small" loading={busy} onClick={() => void undo()}>
                {t('undo')}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}
