// Original file: trading/context/v1/venues.proto


export interface ListVenuesRequest__Input {
}

export interface ListVenuesRequest {
}
