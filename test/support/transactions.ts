import { throwInsideTransactions } from '#services/store/transaction-guard.ts'

throwInsideTransactions()
