// Names of months and days, and which day begins the week: date pickers take them from here.
import 'dayjs/locale/es'
import 'dayjs/locale/zh-cn'
