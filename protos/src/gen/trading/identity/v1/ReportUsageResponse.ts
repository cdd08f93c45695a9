// Original file: trading/identity/v1/identity.proto


export interface ReportUsageResponse__Input {
}

export interface ReportUsageResponse {
}
