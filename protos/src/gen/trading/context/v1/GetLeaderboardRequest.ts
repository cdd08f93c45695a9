// Original file: trading/context/v1/context.proto


export interface GetLeaderboardRequest__Input {
}

export interface GetLeaderboardRequest {
}
