// Original file: trading/context/v1/snapshots.proto


export interface GetLeaderboardRequest__Input {
}

export interface GetLeaderboardRequest {
}
