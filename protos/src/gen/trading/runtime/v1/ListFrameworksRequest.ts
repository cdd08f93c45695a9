// Original file: trading/runtime/v1/frameworks.proto


export interface ListFrameworksRequest__Input {
}

export interface ListFrameworksRequest {
}
