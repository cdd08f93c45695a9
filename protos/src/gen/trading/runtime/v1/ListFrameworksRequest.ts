// Original file: trading/runtime/v1/runtime.proto


export interface ListFrameworksRequest__Input {
}

export interface ListFrameworksRequest {
}
