// Original file: trading/context/v1/context.proto


export interface ListVenuesRequest__Input {
}

export interface ListVenuesRequest {
}
