import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAllowed } from '../../shared/permission.ts'
import { useSession } from '../../shared/session.ts'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { countsQuery } from './dashboard.queries.ts'
import { EquipmentArea } from './equipment-area.tsx'
import { OrdersArea } from './orders-area.tsx'
import { OutputCard } from './output-card.tsx'
import { QualityArea } from './quality-area.tsx'
import { TaskList } from './task-list.tsx'
import './dashboard.css'

/** Home: what waits for whoever is signed in, and how the factory stands, as far as they may see it. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const user = useSession((session) => session.user)
  const roleName = useRoleName()
  const roles = user?.roles.map(roleName) ?? []
  return (
    <div className="page dashboard">
      <header>
        <h1>{t('hello', { name: user?.cnName ?? '' })}</h1>
        <p className="page-note">{[user?.plant.name ?? '', roles.join(', ')].filter(Boolean).join(' · ')}</p>
      </header>
      <Areas />
    </div>
  )
}

function Areas() {
  const { t } = useTranslation('dashboard')
  const sees = {
    orders: useAllowed({ permission: 'order.view' }),
    quality: useAllowed({ permission: 'quality.view' }),
    equipment: useAllowed({ permission: 'equipment.view' }),
  }
  const orders = useQuery(countsQuery('orders', sees.orders))
  const quality = useQuery(countsQuery('quality', sees.quality))
  const equipment = useQuery(countsQuery('equipment', sees.equipment))
  const asked = Object.entries({ orders, quality, equipment }).flatMap(([area, query]) =>
    sees[area as keyof typeof sees] ? [query] : [],
  )
  if (asked.length === 0) return <p>{t('nothing')}</p>
  return (
    <div className="dashboard-grid">
      <TaskList queries={asked} />
      {sees.orders && <OutputCard />}
      {sees.orders && <OrdersArea counts={orders} />}
      {sees.equipment && <EquipmentArea counts={equipment} />}
      {sees.quality && <QualityArea counts={quality} />}
    </div>
  )
}
