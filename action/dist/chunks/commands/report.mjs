import { rendered, reportOf, reportOn, writeReports } from "./report2.mjs";

export { rendered, reportOn };