// Original file: trading/runtime/v1/runtime.proto


export interface GetUsageRequest__Input {
}

export interface GetUsageRequest {
}
