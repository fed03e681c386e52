// Names of months and days, and the first day of the week, for date pickers.
import 'dayjs/locale/es'
import 'dayjs/locale/zh-cn'
